import { expect, test } from "vitest";
import { shownTarget, withoutSecrets } from "./shown-target.ts";

test("what may be a key is left out of a path and a query, and an id is not", () => {
  const key = "k".repeat(43);
  const id = "888D095C-ACD9-5D50-9709-089657890EDC";
  expect(shownTarget(`/api/${key}/lights?key=${key}&on=1`)).toBe("/api/…/lights?key=…&on=1");
  expect(shownTarget(`/clip/v2/resource/light/${id}?ext_room=1`)).toBe(`/clip/v2/resource/light/${id}?ext_room=1`);
});

test("what may be a key is left out of any text, wherever it stands, and an id is not", () => {
  const key = "k_-".repeat(15).slice(0, 43);
  const id = "888D095C-ACD9-5D50-9709-089657890EDC";
  expect(withoutSecrets(`{"id":"${id}","key":"${key}"}, ${key}=x;${key}${key}`)).toBe(
    `{"id":"${id}","key":"…"}, …=x;…`,
  );
});
