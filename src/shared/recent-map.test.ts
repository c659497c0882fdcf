import fc from "fast-check";
import { expect, test } from "vitest";
import { RecentMap } from "./recent-map.ts";

test("remembers the values that were asked for last, and tells of each that makes room", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 9 })), fc.integer({ min: 1, max: 5 }), (asked, most) => {
      const forgotten: number[] = [];
      const map = new RecentMap<number>(most, (value) => forgotten.push(value));
      let made = 0;
      for (const key of asked) {
        map.of(`${key}`, () => {
          made += 1;
          return made;
        });
      }
      const lately = [...new Set(asked.toReversed())].slice(0, most);
      expect(map.size).toBe(lately.length);
      for (const key of lately) expect(map.peek(`${key}`)).toBeDefined();
      expect(forgotten.length).toBe(made - map.size);
    }),
  );
});

test("to look at a value does not keep it", () => {
  const map = new RecentMap<string>(2);
  for (const key of ["a", "b"]) map.set(key, key);
  map.peek("a");
  map.set("c", "c");
  expect(["a", "b", "c"].map((key) => map.peek(key))).toEqual([undefined, "b", "c"]);
});
