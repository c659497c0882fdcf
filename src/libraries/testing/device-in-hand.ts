import { Type } from "typebox";
import type { WireLight } from "../../core/contract/light.ts";
import type { Home } from "../../core/home/home.ts";
import type { DeviceId } from "../../core/home/model/ids.ts";
import { wireLight } from "../../core/present/wire/light.ts";
import type { Happening } from "../../edges/backends/simulated/happening.ts";
import type { SimulatedBackend } from "../../edges/backends/simulated/start.ts";
import { findDevice } from "../../edges/control/words/find.ts";
import { expecting } from "../../edges/home-file/schema.ts";
import { colourFrom } from "../../edges/home-file/words.ts";
import { checked } from "./check-given.ts";
import { Count, Millis } from "./quantities.ts";
import { HandSettings, type TestDevice } from "./test-device.ts";

/** The home and its devices may be others after the plug was pulled, so they are looked up each time. */
export interface Simulated {
  readonly home: Home;
  readonly simulation: SimulatedBackend;
}

export function deviceInHand(now: () => Simulated, words: string): TestDevice {
  const device = findDevice(now().home, words);
  if (!("found" in device)) throw new Error(device.refused.join("\n"));
  const { id, lightIds } = device.found;
  const happen = (happening: Happening) => makeHappen(now(), happening);
  return {
    id,
    lightIds,
    get lights() {
      return trueLights(now(), id);
    },
    goOffline: () => happen({ kind: "offline", deviceId: id }),
    comeOnline: () => happen({ kind: "online", deviceId: id }),
    loseNext: (count = 1) => happen({ kind: "loseNext", deviceId: id, ...checked("loseNext", Losses, { count }) }),
    obeyAfter: (millis) => happen({ kind: "latency", deviceId: id, ...checked("obeyAfter", Wait, { millis }) }),
    reportAfter: (millis) => happen({ kind: "reportLate", deviceId: id, ...checked("reportAfter", Wait, { millis }) }),
    switch: (to = "toggle") => happen({ kind: "switch", deviceId: id, ...checked("switch", Switching, { to }) }),
    set: (settings) =>
      happen({ kind: "set", deviceId: id, settings: settingsFrom(checked("set", HandSettings, settings)) }),
  };
}

const Losses = Type.Object({ count: Count });
const Wait = Type.Object({ millis: Millis });
const Switching = Type.Object({ to: Type.Enum(["on", "off", "toggle"], expecting("on, off or toggle")) });

const settingsFrom = ({ on, brightness, colour }: HandSettings) => ({
  ...(on === undefined ? {} : { on }),
  ...(brightness === undefined ? {} : { brightnessPercent: brightness }),
  ...(colour === undefined ? {} : { colour: colourFrom(colour) }),
});

const trueLights = ({ simulation }: Simulated, id: DeviceId): readonly WireLight[] =>
  simulation
    .actualStates()
    .filter(({ device }) => device.id === id)
    .flatMap(({ lights }) => lights.map(wireLight));

export function makeHappen({ simulation }: Simulated, happening: Happening): void {
  const outcome = simulation.happen(happening);
  if (outcome !== "done") throw new Error(`The simulation cannot do this to the device: ${outcome}.`);
}
