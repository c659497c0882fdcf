import { expect, test } from "vitest";
import { shownTarget } from "./shown-target.ts";

test("what may be a key is left out of a path and a query, and an id is not", () => {
  const key = "k".repeat(43);
  const id = "888D095C-ACD9-5D50-9709-089657890EDC";
  expect(shownTarget(`/api/${key}/lights?key=${key}&on=1`)).toBe("/api/…/lights?key=…&on=1");
  expect(shownTarget(`/clip/v2/resource/light/${id}?ext_room=1`)).toBe(`/clip/v2/resource/light/${id}?ext_room=1`);
});
