import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { manyLamps } from "../../../../test/support/home/many-lamps.ts";
import { ASKED, atOnce, readsOf } from "../../../../test/support/http/reads-of.ts";
import { MutableHome } from "../../../core/home/home.ts";
import { isRefusal } from "../refusal.ts";

const LIGHTS = 200;

/** What stands around the pages of a list is much shorter than any of them. */
const isPage = ({ byteLength }: Uint8Array): boolean => byteLength > 100;

/** A home whose list of lights is read again and again while its lights change. */
function changingHome() {
  const home = new MutableHome(manyLamps([LIGHTS], LIGHTS));
  const read = readsOf(home).reader("listLights", ASKED, { id: "", queryText: "" });
  if (isRefusal(read)) throw new Error("the list is refused");
  return {
    list: () => atOnce(read()).body,
    change(place: number, brightnessPercent: number): void {
      const light = home.lights.all()[place];
      if (!light) throw new Error(`there is no light ${place}`);
      home.replace({ in: "lights", before: light, after: { ...light, brightnessPercent } });
    },
  };
}

test("the bytes of a response that nobody has counted as in flight stay as they are, whatever is made after it", async () => {
  const { list, change } = changingHome();
  const uncounted = list();
  const copy = Buffer.concat(uncounted);
  for (let round = 0; round < 20; round += 1) {
    for (let place = 0; place < LIGHTS; place += 7) change(place, 10 + round);
    list();
    await nextTurn();
  }
  expect(Buffer.concat(uncounted).equals(copy)).toBe(true);
});

test("no two pages share memory, be they of one list or of lists that follow one another", async () => {
  const { list, change } = changingHome();
  const pages = new Set(list());
  for (let round = 0; round < 20; round += 1) {
    change(round, 10 + round);
    for (const page of list()) pages.add(page);
    await nextTurn();
  }
  const memories = [...pages].filter(isPage).map(({ buffer }) => buffer);
  expect(memories.length).toBeGreaterThan(LIGHTS / 16 + 20);
  expect(new Set(memories).size).toBe(memories.length);
});
