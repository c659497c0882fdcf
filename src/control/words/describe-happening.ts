import type { Happening, RandomFaults } from "../../backends/simulated/happening.ts";
import type { Home } from "../../home/home.ts";
import type { DeviceId } from "../../home/model/ids.ts";
import { counted } from "../../shared/counted.ts";
import { quoted } from "./quoted.ts";

/** An event of the simulation, as a sentence. */
export function describeHappening(home: Home, happening: Happening): string {
  const named = (id: DeviceId | "all"): string =>
    id === "all" ? "Every device" : quoted(home.devices.get(id)?.name ?? id);
  switch (happening.kind) {
    case "offline":
      return `${named(happening.deviceId)} cannot be reached.`;
    case "online":
      return `${named(happening.deviceId)} can be reached.`;
    case "loseNext":
      return `${named(happening.deviceId)} misses its next ${happening.count === 1 ? "command" : counted(happening.count, "command")}.`;
    case "latency":
      return `${named(happening.deviceId)} takes ${happening.millis} ms to obey.`;
    case "reportLate":
      return `${named(happening.deviceId)} reports ${happening.millis} ms late.`;
    case "switch":
      return `${named(happening.deviceId)} is switched${happening.to === "toggle" ? "" : ` ${happening.to}`} by hand.`;
    case "set":
      return `${named(happening.deviceId)} is set by hand.`;
    case "random":
      return describeRandomFaults(happening);
    case "calm":
      return "All is as it should be.";
    default:
      return happening satisfies never;
  }
}

function describeRandomFaults({ seed, losePercent, dropPercent, latencyMillis }: RandomFaults): string {
  const faults = [
    ...(losePercent > 0 ? [`${losePercent}% of commands are lost`] : []),
    ...(dropPercent > 0 ? [`${dropPercent}% of devices drop off each minute`] : []),
    ...(latencyMillis ? [`commands take ${latencyMillis.from} to ${latencyMillis.to} ms`] : []),
  ];
  return `By chance (seed ${seed}): ${faults.join(", ") || "nothing goes wrong"}.`;
}
