import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../../../../test/support/depth.ts";
import { allAtOnce } from "../../../../../shared/steps.ts";
import { parseJson, textOf } from "../../json-values.ts";
import { itemsOf as itemsInSteps } from "./list-items.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** All items of a list, and what became of it. */
function itemsOf(list: Uint8Array, most = 20_000) {
  const items: Uint8Array[] = [];
  const end = allAtOnce(itemsInSteps(list, { most, onItem: (item) => items.push(item) }));
  return end && { ...end, items };
}

/** What a list says by way of its items: nothing where it is none, and not to its end or not to be read. */
function readByItems(list: Uint8Array): unknown {
  const cut = itemsOf(list);
  const items = cut?.items.map((item) => parseJson(textOf(item)));
  return cut?.isWhole && items?.every((item) => item) ? items.map((item) => item?.value) : undefined;
}

function readWhole(list: Uint8Array): unknown {
  const value = parseJson(textOf(list))?.value;
  return Array.isArray(value) ? value : undefined;
}

const someSpaces = fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\r"), maxLength: 3 });
/** Made of what lists are made of, in no good order. */
const rubble = fc.array(fc.constantFrom("[", "]", "{", "}", ",", ":", '"', "\\", '"a"', "1", "null", " ", "é"), {
  maxLength: 12,
});

describe("the items of a list", () => {
  test("are what JSON reads in it, for any list", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(2), someSpaces, (list, indent, spaces) => {
        const text = bytes(`${spaces}${JSON.stringify(list, undefined, indent)}${spaces}`);
        expect(readByItems(text)).toEqual(JSON.parse(JSON.stringify(list)));
      }),
    );
  });

  test("are read to the end just where JSON reads a list, whatever the bytes", () => {
    const anyBytes = fc.oneof(
      { weight: 4, arbitrary: rubble.map((pieces) => bytes(`[${pieces.join("")}`)) },
      { weight: 1, arbitrary: rubble.map((pieces) => bytes(pieces.join(""))) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }) },
    );
    fc.assert(
      fc.property(anyBytes, (text) => {
        expect(readByItems(text)).toEqual(readWhole(text));
      }),
      { numRuns: times(5_000) },
    );
  });

  test("are those before the cut where a list is cut short, and the list is not whole", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), (list, place) => {
        const whole = bytes(JSON.stringify(list));
        const cut = itemsOf(whole.subarray(0, 1 + (place % (whole.length - 1))));
        expect(cut?.isWhole).toBe(false);
        const before = cut?.items.slice(0, -1).map((item) => JSON.parse(textOf(item)));
        expect(before).toEqual(JSON.parse(JSON.stringify(list)).slice(0, before?.length));
      }),
    );
  });

  test("are none where there is no list", () => {
    for (const text of ["", " ", "{}", "null", "1", '"["', "online"]) expect(itemsOf(bytes(text))).toBeUndefined();
  });

  test("are cut in one go, however deep they are", () => {
    const depth = 90_000;
    const deep = itemsOf(bytes(`[${"[".repeat(depth)}${"]".repeat(depth)},1]`));
    expect(deep?.items.map(({ length }) => length)).toEqual([2 * depth, 1]);
    expect(deep?.isWhole).toBe(true);
  });

  test("are at most so many as are wanted: there may be more that is not looked at, so the list is not whole", () => {
    const most = itemsOf(bytes(JSON.stringify(Array(20_000).fill(1))));
    expect(most).toMatchObject({ isWhole: true, problems: [] });
    expect(most?.items).toHaveLength(20_000);
    const more = itemsOf(bytes(JSON.stringify(Array(20_001).fill(1))));
    expect(more).toMatchObject({
      isWhole: false,
      problems: ["it has more than 20000 entries: the others are ignored"],
    });
    expect(more?.items).toHaveLength(20_000);
  });

  test("take no more memory however many there are", () => {
    const many = itemsOf(bytes(`[${"1,".repeat(times(10_000_000))}1]`));
    expect(many?.items).toHaveLength(20_000);
    expect(many?.isWhole).toBe(false);
  });

  test("come a few at a time, however much stands between them", () => {
    const space = " ".repeat(10_000_000);
    for (const list of [
      `${space}[1,2]`,
      `[1,${space}2]`,
      `["${space}",2]`,
      `[1,2]${space}`,
      `["${"\\\\".repeat(5_000_000)}"]`,
    ]) {
      const steps = [...itemsInSteps(bytes(list), { most: 10, onItem: () => undefined })];
      expect(steps.length).toBeGreaterThan(30);
    }
  });

  test("of more than 192 kB are set aside, and the list is not whole", () => {
    const long = `"${"x".repeat(192 * 1024 - 2)}"`;
    expect(itemsOf(bytes(`[1,${long},2]`))).toMatchObject({ isWhole: true, problems: [] });
    const cut = itemsOf(bytes(`[1,${long} ,2]`));
    expect(cut?.items.map(textOf)).toEqual(["1", "2"]);
    expect(cut).toMatchObject({ isWhole: false, problems: ["1 entry longer than 192 kB: ignored"] });
    expect(itemsOf(bytes(`[${long} ,]`))?.isWhole).toBe(false);
  });
});
