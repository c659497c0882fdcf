import { Type } from "typebox";
import { WireLight } from "../../../core/contract/light.ts";
import type { Happening } from "../../../edges/backends/simulated/happening.ts";
import { expecting, strict } from "../../../edges/home-file/schema.ts";
import { colourFrom } from "../../../edges/home-file/words.ts";
import { actualLights, deviceMeant, makeHappen, makeHappenTo } from "../make-happen.ts";
import { Count, Millis } from "../quantities.ts";
import { HandSettings, RandomFaults } from "../test-device.ts";
import { Nothing, operation } from "./operation.ts";

const device = Type.String(expecting("a device: its name, Room/Name, serial number or id"));
const OneDevice = Type.Object({ device }, strict("a device"));
const DeviceAndMillis = Type.Object({ device, millis: Millis }, strict("a device and millis"));

export const DEVICE_OPERATIONS = {
  device: operation({
    summary: "Show a simulated device, with the actual state of its lamps.",
    given: OneDevice,
    result: Type.Object({
      id: Type.String(),
      lightIds: Type.Array(Type.String()),
      lights: Type.Array(WireLight),
    }),
    run: ({ simulated }, given) => {
      const { id, lightIds } = deviceMeant(simulated, given.device);
      return { id, lightIds: [...lightIds], lights: [...actualLights(simulated, id)] };
    },
  }),
  goOffline: operation({
    summary: "Make a device unreachable.",
    given: OneDevice,
    result: Nothing,
    run: (testbed, given) => makeHappenTo(testbed, given, (deviceId) => ({ kind: "offline", deviceId })),
  }),
  comeOnline: operation({
    summary: "Make a device reachable again.",
    given: OneDevice,
    result: Nothing,
    run: (testbed, given) => makeHappenTo(testbed, given, (deviceId) => ({ kind: "online", deviceId })),
  }),
  loseNext: operation({
    summary: "Lose the next commands to a device.",
    given: Type.Object({ device, count: Type.Optional(Count) }, strict("a device and a count")),
    result: Nothing,
    run: (testbed, { count = 1, ...given }) =>
      makeHappenTo(testbed, given, (deviceId) => ({ kind: "loseNext", deviceId, count })),
  }),
  obeyAfter: operation({
    summary: "Set how long a device takes to carry out a command.",
    given: DeviceAndMillis,
    result: Nothing,
    run: (testbed, { millis, ...given }) =>
      makeHappenTo(testbed, given, (deviceId) => ({ kind: "latency", deviceId, millis })),
  }),
  reportAfter: operation({
    summary: "Set how long after a change a device reports it.",
    given: DeviceAndMillis,
    result: Nothing,
    run: (testbed, { millis, ...given }) =>
      makeHappenTo(testbed, given, (deviceId) => ({ kind: "reportLate", deviceId, millis })),
  }),
  switch: operation({
    summary: "Use the wall switch of a lamp.",
    given: Type.Object(
      { device, to: Type.Optional(Type.Enum(["on", "off", "toggle"], expecting("on, off or toggle"))) },
      strict("a device and what to switch it to"),
    ),
    result: Nothing,
    run: (testbed, { to = "toggle", ...given }) =>
      makeHappenTo(testbed, given, (deviceId) => ({ kind: "switch", deviceId, to })),
  }),
  set: operation({
    summary: "Set a lamp by hand.",
    given: Type.Object(
      { device, ...HandSettings.properties },
      strict("a device and a state with on, brightness and colour"),
    ),
    result: Nothing,
    run: (testbed, { device, ...settings }) =>
      makeHappenTo(testbed, { device }, (deviceId) => ({
        kind: "set",
        deviceId,
        settings: settingsFrom(settings),
      })),
  }),
  randomFaults: operation({
    summary: "Cause random faults of devices, the same ones for the same seed.",
    given: RandomFaults,
    result: Nothing,
    run: ({ simulated }, faults) => makeHappen(simulated, randomly(faults)),
  }),
  calm: operation({
    summary: "Clear all faults of devices.",
    given: Type.Object({}, strict("nothing")),
    result: Nothing,
    run: ({ simulated }) => makeHappen(simulated, { kind: "calm" }),
  }),
  play: operation({
    summary: "Play a script of what happens to devices, in place of the last one.",
    given: Type.Object(
      {
        script: Type.String(expecting("a script in YAML")),
        speed: Type.Optional(
          Type.Number({
            minimum: 0.001,
            maximum: 1e6,
            description: "a speed from 0.001 to 1000000; 1 is real time, 3600 (the default) is an hour per second",
          }),
        ),
      },
      strict("a script and its speed"),
    ),
    result: Type.Object({ steps: Type.Integer() }),
    run: async (testbed, { script, speed }) => ({ steps: await testbed.play(script, speed) }),
  }),
  stopScript: operation({
    summary: "Stop the script that is being played.",
    given: Type.Object({}, strict("nothing")),
    result: Nothing,
    run: (testbed) => testbed.stopScript(),
  }),
};

const settingsFrom = ({ on, brightness, colour }: HandSettings) => ({
  ...(on === undefined ? {} : { on }),
  ...(brightness === undefined ? {} : { brightnessPercent: brightness }),
  ...(colour === undefined ? {} : { colour: colourFrom(colour) }),
});

const randomly = ({ seed, losePercent = 0, dropPercent = 0, latencyMillis }: RandomFaults): Happening => ({
  kind: "random",
  seed,
  losePercent,
  dropPercent,
  latencyMillis: latencyMillis ?? null,
  speed: 1,
});
