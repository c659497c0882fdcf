import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { PlainHome } from "../../../test/support/home/plain-home.ts";
import { ChoiceReport } from "./choice-report.ts";
import { Chosen } from "./lamps/chosen.ts";

/** The report on some names in the demo home; a test says when its devices are known. */
function reported(...only: readonly string[]) {
  const plainHome = PlainHome.demo();
  const clock = new ManualClock();
  const lines: string[] = [];
  const chosen = new Chosen(only);
  let areDevicesKnown = true;
  const report = new ChoiceReport({
    ...{ home: () => plainHome.home, clock, only, areDevicesKnown: () => areDevicesKnown },
    onRemark: ({ level, line }) => lines.push(`${level}: ${line}`),
  });
  const look = () => {
    chosen.meet(plainHome.home);
    report.lookSoon(chosen);
    clock.advance(10_000);
  };
  const know = (known: boolean) => {
    areDevicesKnown = known;
  };
  return { plainHome, clock, lines, look, know };
}

test("a name is unknown only once all that devices are reached through has answered, and 10 seconds have passed", () => {
  const { plainHome, clock, lines, look, know } = reported("Ikea", "Kichen");
  know(false);
  look();
  clock.advance(60_000);
  expect(lines).toEqual([]);
  plainHome.submit({ kind: "deviceRenamed", deviceId: plainHome.device("Ceiling").id, name: "Ikea" });
  know(true);
  look();
  expect(lines).toEqual(['warn: --matter-only: no room or device is called "Kichen"; did you mean "Kitchen"?']);
  look();
  expect(lines).toHaveLength(1);
});

test("a device without lamps, and one that nobody has admitted, are told as such", () => {
  const { plainHome, lines, look } = reported("Unknown bulb", "Hall");
  plainHome.submit({ kind: "deviceRenamed", deviceId: lamplessIn(plainHome), name: "Hall" });
  look();
  expect(lines).toEqual([
    'warn: --matter-only: "Unknown bulb" is not admitted.',
    'warn: --matter-only: "Hall" has no lamps.',
  ]);
});

test("what is renamed is told with its new name, and again if it is renamed again", () => {
  const { plainHome, lines, look } = reported("Ceiling");
  const { id: deviceId } = plainHome.device("Ceiling");
  look();
  for (const name of ["Lamp", "Ceiling", "Lamp"]) {
    plainHome.submit({ kind: "deviceRenamed", deviceId, name });
    look();
  }
  const line = 'info: --matter-only: what was called "Ceiling" is now called "Lamp". It stays chosen.';
  expect(lines).toEqual([line, line]);
});

function lamplessIn({ home }: PlainHome) {
  const found = home.devices
    .all()
    .find(({ id, lightIds, syncBoxId }) => id !== home.gateway?.id && lightIds.length === 0 && syncBoxId === null);
  if (!found) throw new Error("every device has lamps");
  return found.id;
}
