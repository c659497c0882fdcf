import { describe, expect, test } from "vitest";
import { readGroups } from "./group-list.ts";

const KITCHEN = {
  id: 5,
  friendly_name: "Kitchen",
  members: [{ ieee_address: "0x00178801ABCDEF01", endpoint: 11 }],
  scenes: [{ id: 1, name: "Bright" }],
};

const read = (...groups: readonly unknown[]) => readGroups(Buffer.from(JSON.stringify(groups)));

describe("a list of groups", () => {
  test("has their members by address and their scenes by number", () => {
    expect(read(KITCHEN)).toEqual({
      groups: [
        { number: 5, name: "Kitchen", members: ["0x00178801abcdef01"], scenes: [{ number: 1, name: "Bright" }] },
      ],
      isWhole: true,
      problems: [],
    });
  });

  test("loses only what has no number, and is not whole then", () => {
    for (const strange of [null, 5, "Kitchen", [], {}, { ...KITCHEN, id: "5" }, { ...KITCHEN, id: -1 }, KITCHEN]) {
      const list = read(KITCHEN, strange, { id: 6 });
      expect(list?.groups.map(({ name }) => name)).toEqual(["Kitchen", "6"]);
      expect(list?.isWhole).toBe(false);
      expect(list?.problems).toEqual([{ about: "bridge/groups", words: "1 of its entries cannot be read" }]);
    }
  });

  test("has groups whose members or scenes are odd, without those", () => {
    for (const nothing of [undefined, null, {}, "all", [null, 1, {}, { ieee_address: 7 }, { id: "1" }]]) {
      expect(read({ ...KITCHEN, members: nothing, scenes: nothing })?.groups).toMatchObject([
        { number: 5, members: [], scenes: [] },
      ]);
    }
  });

  test("may be empty", () => {
    expect(read()).toEqual({ groups: [], isWhole: true, problems: [] });
  });

  test("is none when it is cut short or something else", () => {
    for (const text of ["", "{}", "null", '[{"id":5}']) expect(readGroups(Buffer.from(text))).toBeUndefined();
  });
});
