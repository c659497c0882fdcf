import type { Home } from "../../../../core/home/home.ts";
import type { DeviceId } from "../../../../core/home/model/ids.ts";
import { type FileProblem, readYaml } from "../../../home-file/read-yaml.ts";
import { colourFrom, percentFrom } from "../../../home-file/words.ts";
import type { HandSettings, Happening } from "../happening.ts";
import { DeviceWords } from "./device-words.ts";
import { ScriptFile, type StepEntry } from "./schema.ts";
import type { Script, ScriptStep } from "./script.ts";
import { semanticViolations } from "./semantic-violations.ts";

export type ReadScript = { readonly script: Script } | { readonly problems: readonly FileProblem[] };

/** Reads a script for the devices of a home out of YAML, or all that is wrong with it. */
export function readScript(text: string, home: Home): ReadScript {
  const devices = new DeviceWords(home);
  const read = readYaml(text, ScriptFile, (file) => semanticViolations(file, { home, devices }));
  if ("problems" in read) return read;
  const steps = read.value.map((entry) => stepFrom(entry, devices));
  return { script: steps.sort((one, other) => one.atSeconds - other.atSeconds) };
}

function stepFrom(entry: StepEntry, devices: DeviceWords): ScriptStep {
  const [hours = 0, minutes = 0, seconds = 0] = entry.at.split(":").map(Number);
  const atSeconds = (hours * 60 + minutes) * 60 + seconds;
  const deviceId = (words: string): DeviceId => {
    const device = devices.meant(words);
    if ("expected" in device) throw new Error("a script that was checked names an unknown device");
    return device.id;
  };
  return { at: entry.at, atSeconds, happening: happeningFrom(entry, deviceId) };
}

function happeningFrom(entry: StepEntry, deviceId: (words: string) => DeviceId): Happening {
  const some = (words: string): DeviceId | "all" => (words === "all" ? "all" : deviceId(words));
  const { switch: switched, offline, online, lose_next, latency, report_late, set, random, millis = 0 } = entry;
  if (switched !== undefined) return { kind: "switch", deviceId: deviceId(switched), to: entry.to ?? "toggle" };
  if (offline !== undefined) return { kind: "offline", deviceId: deviceId(offline) };
  if (online !== undefined) return { kind: "online", deviceId: deviceId(online) };
  if (lose_next !== undefined) return { kind: "loseNext", deviceId: deviceId(lose_next), count: entry.count ?? 1 };
  if (latency !== undefined) return { kind: "latency", deviceId: some(latency), millis };
  if (report_late !== undefined) return { kind: "reportLate", deviceId: some(report_late), millis };
  if (set !== undefined) return { kind: "set", deviceId: deviceId(set), settings: settingsFrom(entry) };
  return random ? randomFrom(random) : { kind: "calm" };
}

const settingsFrom = ({ on, brightness, colour }: StepEntry): HandSettings => ({
  ...(on === undefined ? {} : { on }),
  ...(brightness === undefined ? {} : { brightnessPercent: percentFrom(brightness) }),
  ...(colour === undefined ? {} : { colour: colourFrom(colour) }),
});

function randomFrom({ seed, lose = 0, drop = 0, latency }: NonNullable<StepEntry["random"]>): Happening {
  const [from = 0, to = 0] = (latency ?? "").split("..").map(Number);
  const latencyMillis = latency === undefined ? null : { from, to };
  return {
    kind: "random",
    seed,
    losePercent: percentFrom(lose),
    dropPercent: percentFrom(drop),
    latencyMillis,
    speed: 1,
  };
}
