import type { Home } from "../../../core/home/home.ts";
import { placedName } from "../../../core/home/placed-name.ts";
import { counted } from "../../../shared/counted.ts";
import type { ActiveFault, Happening, RandomFaults } from "../../backends/simulated/happening.ts";

/** An event of the simulation, as a sentence. */
export function describeHappening(home: Home, happening: Happening): string {
  if (!("deviceId" in happening)) return withoutDevice(happening);
  const { deviceId } = happening;
  const who = deviceId === "all" ? "Every device" : placedName(home, "devices", deviceId);
  return `${who} ${describeWithoutName(happening)}.`;
}

/** Faults as sentences. Several devices that are offline alike are counted: a status lists them elsewhere. */
export function describeFaults(home: Home, faults: readonly ActiveFault[]): string[] {
  const alike = new Map<string, ActiveFault[]>();
  for (const fault of faults) {
    const key = fault.kind === "offline" ? describeWithoutName(fault) : JSON.stringify(fault);
    alike.set(key, [...(alike.get(key) ?? []), fault]);
  }
  return [...alike].flatMap(([words, [first, ...more]]) => {
    if (!first) return [];
    if (more.length === 0) return describeHappening(home, first);
    return `${counted(more.length + 1, "device")} ${words.replace(/^is /, "are ")}.`;
  });
}

type OfDevice = Extract<Happening, { readonly deviceId: unknown }>;

/** What happens to a device, in words that follow its name. */
export function describeWithoutName(happening: OfDevice): string {
  switch (happening.kind) {
    case "offline":
      return happening.isDeclared ? "is offline in the home file" : "is offline";
    case "online":
      return "is online";
    case "loseNext":
      if (happening.count === 0) return "loses no commands";
      return `loses its next ${happening.count === 1 ? "command" : counted(happening.count, "command")}`;
    case "latency":
      return `takes ${happening.millis} ms to carry out a command`;
    case "reportLate":
      return `reports ${happening.millis} ms late`;
    case "undelayed":
      return happening.delay === "latency" ? "carries out commands without delay" : "reports without delay";
    case "switch":
      return `is switched${happening.to === "toggle" ? "" : ` ${happening.to}`} by hand`;
    case "set":
      return "is set by hand";
    default:
      return happening satisfies never;
  }
}

function withoutDevice(happening: Exclude<Happening, OfDevice>): string {
  switch (happening.kind) {
    case "random":
      return describeRandomFaults(happening);
    case "endRandom":
      return "Random faults have ended.";
    case "calm":
      return "All faults are cleared; devices that the home declares as offline stay offline.";
    default:
      return happening satisfies never;
  }
}

function describeRandomFaults({ seed, losePercent, dropPercent, latencyMillis }: RandomFaults): string {
  const faults = [
    ...(losePercent > 0 ? [`${losePercent}% of commands are lost`] : []),
    ...(dropPercent > 0 ? [`${dropPercent}% of devices go offline each minute`] : []),
    ...(latencyMillis ? [`commands take ${latencyMillis.from} to ${latencyMillis.to} ms`] : []),
  ];
  return `Random faults (seed ${seed}): ${faults.join(", ") || "none"}.`;
}
