import fc from "fast-check";
import { expect, test } from "vitest";
import { OutdatedKeys } from "./outdated-keys.ts";

test("what changes during a pass waits for the next one, and what was taken in vain does not", () => {
  const keys = new OutdatedKeys();
  for (const key of ["a", "b"]) keys.add(key);
  keys.beginPass();
  keys.take("a");
  keys.add("a");
  keys.add("b");
  expect([...keys.inPass()]).toEqual(["b"]);
  keys.take("b");
  keys.giveBack("b");
  expect([keys.isPassOver, [...keys.inPass()]]).toEqual([false, ["b"]]);
  keys.take("b");
  expect([keys.isPassOver, keys.size]).toEqual([true, 1]);
  keys.beginPass();
  expect([...keys.inPass()]).toEqual(["a"]);
});

test("whatever is added, taken and given back, each key that was not taken since is there once", () => {
  const anyStep = fc.record({
    what: fc.constantFrom("add", "take", "giveBack", "beginPass"),
    key: fc.constantFrom("a", "b", "c"),
  } as const);
  fc.assert(
    fc.property(fc.array(anyStep), (steps) => {
      const keys = new OutdatedKeys();
      const expected = new Set<string>();
      const take: Readonly<Record<string, (key: string) => unknown>> = {
        add: (key) => [keys.add(key), expected.add(key)],
        giveBack: (key) => [keys.giveBack(key), expected.add(key)],
        take: (key) => [...keys.inPass()].includes(key) && [keys.take(key), expected.delete(key)],
        beginPass: () => keys.isPassOver && keys.beginPass(),
      };
      for (const { what, key } of steps) take[what]?.(key);
      expect([...keys].sort()).toEqual([...expected].sort());
      expect(keys.size).toBe(expected.size);
      expect(["a", "b", "c"].filter((key) => keys.has(key))).toEqual([...expected].sort());
    }),
  );
});
