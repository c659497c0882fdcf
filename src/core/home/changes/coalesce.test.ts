import { describe, expect, test } from "vitest";
import { aDevice, aLight } from "../../../../test/support/home/builders.ts";
import { coalesce } from "./coalesce.ts";
import type { Replacement } from "./replacement.ts";

const [dim, bright] = [1, 99].map((brightnessPercent) => aLight({ brightnessPercent }));
const became = (before?: typeof dim, after?: typeof dim): Replacement => ({ in: "lights", before, after });

describe("several replacements of one resource", () => {
  const light = aLight();

  test.each<readonly [what: string, given: readonly Replacement[], coalesced: readonly Replacement[]]>([
    ["it changed twice", [became(light, dim), became(dim, bright)], [became(light, bright)]],
    ["it changed and changed back", [became(light, dim), became(dim, light)], []],
    ["it was added and changed", [became(undefined, dim), became(dim, bright)], [became(undefined, bright)]],
    ["it changed and was removed", [became(light, dim), became(dim, undefined)], [became(light, undefined)]],
    ["it was added and removed", [became(undefined, dim), became(dim, undefined)], []],
    [
      "it was removed and added again",
      [became(light, undefined), became(undefined, dim), became(dim, bright)],
      [became(light, undefined), became(undefined, bright)],
    ],
    [
      "it was added, removed and added",
      [became(undefined, dim), became(dim), became(undefined, light)],
      [became(undefined, light)],
    ],
  ])("are coalesced into what differs in the end: %s", (_what, given, coalesced) => {
    expect(coalesce(given, { addedAgain: "apart" })).toEqual(coalesced);
  });

  test("stay apart from those of other resources, of another kind with the same id too", () => {
    const device = aDevice({ id: aLight().id as never });
    const replacements: readonly Replacement[] = [
      became(light, dim),
      { in: "devices", before: device, after: undefined },
    ];
    expect(coalesce(replacements, { addedAgain: "apart" })).toEqual(replacements);
  });

  test("are one also where it was removed and added again, if that is to be folded", () => {
    const again = [became(light, undefined), became(undefined, dim), became(dim, bright)];
    expect(coalesce(again, { addedAgain: "folded" })).toEqual([became(light, bright)]);
    expect(coalesce([became(light, undefined), became(undefined, light)], { addedAgain: "folded" })).toEqual([]);
  });
});
