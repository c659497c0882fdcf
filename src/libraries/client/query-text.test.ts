import { expect, test } from "vitest";
import { queryText } from "./query-text.ts";

const KINDS = {
  cat1_id: "categories",
  join_status: "flags",
  ext_light: "switch",
  room_uuid: "uuid",
  sn: "texts",
} as const;

test("numbers go with commas between them, texts one by one, and a switch only when it is on", () => {
  const given = { cat1_id: [2, 3], join_status: true, ext_light: true, room_uuid: "A-B", sn: ["x&y", "z"] };
  expect(queryText(KINDS, given)).toBe("?cat1_id=2%2C3&join_status=1&ext_light=1&room_uuid=A-B&sn=x%26y&sn=z");
  expect(queryText(KINDS, { join_status: [0, true], sn: "x" })).toBe("?join_status=0%2C1&sn=x");
});

test("what is not given, empty or off is not sent, and a parameter that there is not is none", () => {
  expect(queryText(KINDS, {})).toBe("");
  expect(queryText(KINDS, { cat1_id: [], ext_light: false, room_uuid: undefined, colour: "red" })).toBe("");
  expect(queryText(KINDS, { join_status: false, ext_light: 0 })).toBe("?join_status=0");
});
