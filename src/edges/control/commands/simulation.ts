import { type Static, Type } from "typebox";
import type { Home } from "../../../core/home/home.ts";
import type { DeviceId } from "../../../core/home/model/ids.ts";
import type { ActiveFault, Happening } from "../../backends/simulated/happening.ts";
import { command, refused } from "../command.ts";
import { DeviceWords, given, orNull } from "../values.ts";
import { describeHappening, describeWithoutName } from "../words/describe-happening.ts";
import { makeHappen, makeHappenTo, makeHappenToAny, NOT_SIMULATED } from "./make-happen.ts";

/** A sentence on what was done to simulated devices. */
const Sentence = Type.Object({ words: Type.String() });

/** A fault that lasts; of one device, or of all of them. */
const Mood = Type.Object({
  words: Type.String(),
  /** Null for what is not with one device alone. */
  deviceId: orNull(Type.String()),
  /** The same in words that follow the device's name. */
  withoutName: Type.String(),
  kind: Type.Enum(["offline", "loseNext", "latency", "reportLate", "random"]),
  /** Milliseconds or a count; null for one that has neither. */
  value: orNull(Type.Number()),
  /** The home file says so: it is no fault that somebody injected, and clearing all faults leaves it. */
  isDeclared: Type.Boolean(),
});

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000, description: "a number from 0 to 1000000" });
const Millis = Type.Integer({ minimum: 0, maximum: 600_000, description: "whole milliseconds from 0 to 600000" });
const Percent = Type.Number({ minimum: 0, maximum: 100, description: "a percentage from 0 to 100" });
const Seed = Type.Integer({ minimum: 0, maximum: 4_294_967_295, description: "a whole number from 0 to 4294967295" });

/** What can be made to happen to simulated devices. */
export const SIMULATION_COMMANDS = {
  "sim.moods": command({
    given: given({}),
    result: Type.Array(Mood),
    run: (_given, { gateway: { home }, simulation }) =>
      simulation ? { result: simulation.activeFaults().map((fault) => moodOf(home, fault)) } : refused(NOT_SIMULATED),
  }),
  "sim.offline": command({
    given: given({ device: DeviceWords }),
    result: Sentence,
    run: ({ device }, controls) => makeHappenTo(controls, device, (deviceId) => ({ kind: "offline", deviceId })),
  }),
  "sim.online": command({
    given: given({ device: DeviceWords }),
    result: Sentence,
    run: ({ device }, controls) => makeHappenTo(controls, device, (deviceId) => ({ kind: "online", deviceId })),
  }),
  "sim.lose-next": command({
    given: given({ device: DeviceWords, count: Count }),
    result: Sentence,
    run: ({ device, count }, controls) =>
      makeHappenTo(controls, device, (deviceId) => ({ kind: "loseNext", deviceId, count })),
  }),
  "sim.latency": command({
    given: given({ device: DeviceWords, millis: Type.Optional(Millis) }),
    result: Sentence,
    run: ({ device, millis }, controls) =>
      makeHappenToAny(controls, device, (deviceId) => delayed(deviceId, "latency", millis)),
  }),
  "sim.report-late": command({
    given: given({ device: DeviceWords, millis: Type.Optional(Millis) }),
    result: Sentence,
    run: ({ device, millis }, controls) =>
      makeHappenToAny(controls, device, (deviceId) => delayed(deviceId, "reportLate", millis)),
  }),
  "sim.switch": command({
    given: given({ device: DeviceWords, to: Type.Enum(["on", "off", "toggle"], { description: "on, off or toggle" }) }),
    result: Sentence,
    run: ({ device, to }, controls) => makeHappenTo(controls, device, (deviceId) => ({ kind: "switch", deviceId, to })),
  }),
  "sim.random": command({
    given: given({
      seed: Seed,
      losePercent: Percent,
      dropPercent: Percent,
      latencyMillis: Type.Optional(Type.Object({ from: Millis, to: Millis })),
    }),
    result: Sentence,
    run: ({ latencyMillis = null, ...faults }, controls) =>
      latencyMillis && latencyMillis.from > latencyMillis.to
        ? refused("Give the shorter time first, as in 20..400.")
        : makeHappen(controls, { kind: "random", ...faults, latencyMillis, speed: 1 }),
  }),
  "sim.end-random": command({
    given: given({}),
    result: Sentence,
    run: (_given, controls) => makeHappen(controls, { kind: "endRandom" }),
  }),
  /** Scripts end too, or they would cause the next faults. */
  "sim.calm": command({
    given: given({}),
    result: Sentence,
    run: (_given, controls) => {
      for (const script of controls.simulation?.playingScripts() ?? []) script.stop();
      return makeHappen(controls, { kind: "calm" });
    },
  }),
};

/** Without a time, the usual one again. */
const delayed = (deviceId: DeviceId | "all", delay: "latency" | "reportLate", millis: number | undefined): Happening =>
  millis === undefined ? { kind: "undelayed", deviceId, delay } : { kind: delay, deviceId, millis };

function moodOf(home: Home, fault: ActiveFault): Static<typeof Mood> {
  const { kind } = fault;
  const words = describeHappening(home, fault);
  const value = "millis" in fault ? fault.millis : "count" in fault ? fault.count : null;
  const isDeclared = kind === "offline" && fault.isDeclared === true;
  if (!("deviceId" in fault) || fault.deviceId === "all")
    return { words, deviceId: null, withoutName: words, kind, value, isDeclared };
  return { words, deviceId: fault.deviceId, withoutName: describeWithoutName(fault), kind, value, isDeclared };
}
