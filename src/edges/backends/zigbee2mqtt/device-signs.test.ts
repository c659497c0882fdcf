import { expect, test } from "vitest";
import { type DeviceId, idFrom } from "../../../core/home/model/ids.ts";
import { KnownSigns } from "./device-signs.ts";

const LAMP = idFrom<DeviceId>("00000000-0000-4000-8000-000000000001");
const live = { isRetained: false, isRemembered: false };
const kept = { isRetained: true, isRemembered: true };

test("a device is seen when it reports, and its battery is what it last said", () => {
  let now = 1_000;
  const signs = new KnownSigns(() => now);
  expect(signs.of(LAMP)).toEqual({});
  signs.take(LAMP, { ...live, values: { battery: 80 } });
  now = 5_000;
  signs.take(LAMP, { ...live, values: { battery: "full", state: "ON" } });
  expect(signs.of(LAMP)).toEqual({ seenMillis: 5_000, batteryPercent: 80 });
});

test("a report that the broker kept says nothing of when the device was seen, unless it tells", () => {
  const signs = new KnownSigns(() => 1_000_000);
  signs.take(LAMP, { ...kept, values: { battery: 40 } });
  expect(signs.of(LAMP)).toEqual({ batteryPercent: 40 });
  signs.take(LAMP, { ...kept, values: { last_seen: new Date(Date.now() - 60_000).toISOString() } });
  const seen = signs.of(LAMP).seenMillis ?? 0;
  expect(Math.abs(seen - 940_000)).toBeLessThan(5_000);
  signs.take(LAMP, { ...live, values: {} });
  signs.take(LAMP, { ...kept, values: { last_seen: Date.now() - 90_000 } });
  expect(signs.of(LAMP).seenMillis).toBe(1_000_000);
  for (const last_seen of ["", "yesterday", -1, null]) signs.take(LAMP, { ...kept, values: { last_seen } });
  expect(signs.of(LAMP).seenMillis).toBe(1_000_000);
});
