import { describe, expect, test } from "vitest";
import { allAtOnce } from "../../../../../shared/steps.ts";
import { parseGroupList as readGroupsInSteps } from "./group-list.ts";

const parseGroupList = (payload: Uint8Array) => allAtOnce(readGroupsInSteps(payload));

const KITCHEN = {
  id: 5,
  friendly_name: "Kitchen",
  members: [{ ieee_address: "0x00178801ABCDEF01", endpoint: 11 }],
  scenes: [{ id: 1, name: "Bright" }],
};

const read = (...groups: readonly unknown[]) => parseGroupList(Buffer.from(JSON.stringify(groups)));

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
    for (const strange of [
      null,
      5,
      "Kitchen",
      [],
      {},
      { ...KITCHEN, id: "5" },
      { ...KITCHEN, id: -1 },
      { id: 65_536 },
      KITCHEN,
    ]) {
      const list = read(KITCHEN, strange, { id: 6 });
      expect(list?.groups.map(({ name }) => name)).toEqual(["Kitchen", "6"]);
      expect(list?.isWhole).toBe(false);
      expect(list?.problems).toEqual([{ about: "bridge/groups", words: "1 entry cannot be read" }]);
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

  test("is not whole when it is cut short, and then has what stands before the cut", () => {
    const text = JSON.stringify([KITCHEN, { id: 6 }]);
    const cut = parseGroupList(Buffer.from(text.slice(0, -3)));
    expect(cut?.groups.map(({ name }) => name)).toEqual(["Kitchen"]);
    expect(cut?.isWhole).toBe(false);
    expect(cut?.problems.map(({ words }) => words)).toEqual([
      "1 entry cannot be read",
      "the list is incomplete, so nothing is removed",
    ]);
    const betweenTwo = parseGroupList(Buffer.from(text.slice(0, -1)));
    expect(betweenTwo?.groups.map(({ name }) => name)).toEqual(["Kitchen", "6"]);
    expect(betweenTwo?.isWhole).toBe(false);
  });

  test("loses no other group by one that cannot be read, however that is broken", () => {
    const whole = JSON.stringify(KITCHEN);
    for (const broken of ["{]", "{id:6}", `{"id":6,"members":${"[".repeat(200_000)}${"]".repeat(200_000)}`]) {
      expect(parseGroupList(Buffer.from(`[${whole},${broken}]`))?.groups.map(({ name }) => name)).toEqual(["Kitchen"]);
    }
  });

  test("takes of a group so many members and scenes as a house can have, and says so", () => {
    const members = Array.from({ length: 3_001 }, (_, at) => ({ ieee_address: `0x${at}` }));
    const scenes = Array.from({ length: 257 }, (_, id) => ({ id }));
    const list = read({ ...KITCHEN, members, scenes }, { id: 6 });
    expect(list?.groups.map((group) => [group.members.length, group.scenes.length])).toEqual([
      [3_000, 256],
      [0, 0],
    ]);
    expect(list?.problems.map(({ words }) => words)).toEqual([
      '"Kitchen" has more than 3000 members: the others are ignored',
      '"Kitchen" has more than 256 scenes: the others are ignored',
    ]);
    expect(list?.isWhole).toBe(true);
    const most = { ...KITCHEN, members: members.slice(1), scenes: scenes.slice(1) };
    expect(read(most)?.problems).toEqual([]);
  });

  test("takes of all groups so many members and scenes as a network can have, and says so once", () => {
    const members = Array.from({ length: 1_000 }, (_, at) => ({ ieee_address: `0x${at}` }));
    const scenes = Array.from({ length: 200 }, (_, id) => ({ id }));
    const list = read(...Array.from({ length: 60 }, (_, id) => ({ id, friendly_name: `Room ${id}`, members, scenes })));
    expect(list?.groups).toHaveLength(60);
    expect(list?.groups.flatMap((group) => group.members)).toHaveLength(50_000);
    expect(list?.groups.flatMap((group) => group.scenes)).toHaveLength(10_000);
    expect(list?.problems.map(({ words }) => words)).toEqual([
      'the groups have more than 50000 members in total: from "Room 50" on, the others are ignored',
      'the groups have more than 10000 scenes in total: from "Room 50" on, the others are ignored',
    ]);
  });

  test("takes so many groups as a network can have: there may be more, so the list is not whole", () => {
    const list = read(...Array.from({ length: 2_002 }, (_, id) => ({ id })));
    expect(list?.groups).toHaveLength(2_000);
    expect(list?.isWhole).toBe(false);
    expect(list?.problems.map(({ words }) => words)).toEqual([
      "it has more than 2001 entries: the others are ignored",
      "the list is incomplete, so nothing is removed",
    ]);
  });

  test("has few problems, however many of its groups have some", () => {
    const scenes = Array.from({ length: 257 }, (_, id) => ({ id }));
    const list = read(...Array.from({ length: 35 }, (_, id) => ({ id, scenes })));
    expect(list?.problems).toHaveLength(21);
    expect(list?.problems.at(-1)?.words).toBe("and 15 more");
  });

  test("is none when it is something else", () => {
    for (const text of ["", "{}", "null"]) expect(parseGroupList(Buffer.from(text))).toBeUndefined();
  });
});
