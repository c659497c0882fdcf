import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { anyContents, anyHistory } from "../../../test/support/home/any-change.ts";
import { effectOf } from "./changes/effect.ts";
import { MutableHome } from "./home.ts";
import { folded } from "./model/name.ts";

const KINDS = ["devices", "lights", "syncBoxes", "rooms", "scenes"] as const;

test("those that have a name or a serial number are just those that a look through all finds, whatever happened", () => {
  fc.assert(
    fc.property(anyContents, anyHistory, (contents, history) => {
      const home = new MutableHome(contents);
      for (const change of history) {
        const effect = effectOf(home, change);
        if (typeof effect !== "string") home.replaceAll(effect);
      }
      for (const kind of KINDS) {
        const all: readonly { readonly name: string }[] = home[kind].all();
        for (const { name } of all) {
          const namesakes = all.filter((other) => folded(other.name) === folded(name));
          expect(new Set(home.named(kind, ` ${name.toUpperCase()}`))).toEqual(
            new Set(all.filter((other) => folded(other.name) === folded(name.toUpperCase()))),
          );
          expect(home.countNamed(kind, name)).toBe(namesakes.length);
        }
      }
      for (const device of home.devices.all()) expect(home.withSerialNumber(device.serialNumber)).toContain(device);
      expect(home.named("devices", "a name that nothing has")).toEqual([]);
    }),
    { numRuns: times(100) },
  );
});
