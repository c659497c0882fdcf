import type { Session } from "../../../edges/backends/zigbee2mqtt/recording/recording-session.ts";
import { counted } from "../../../shared/counted.ts";

type Progress = Pick<Session, "tally" | "millis" | "problem">;

const KILOBYTE = 1000;

/** While it goes on. */
export function progressLine({ tally, millis, problem }: Progress): string {
  const soFar = `${counted(tally.messages, "message")}, ${counted(tally.devices, "device")}, ${seconds(millis)}`;
  return problem === undefined ? soFar : `${soFar}; the broker is unreachable (${problem})`;
}

/** What is in it, and what is not. */
export function summaryLines({ tally, millis }: Progress, file: string): readonly string[] {
  const { addresses, texts, numbers } = tally.replaced;
  const things = `${counted(tally.devices, "device")} and ${counted(tally.groups, "group")}`;
  return [
    `${file}: ${counted(tally.messages, "message")} of ${things} in ${seconds(millis)}, ${size(tally.bytes)}.`,
    `Replaced: ${counted(addresses, "address")}, ${counted(texts, "text")} (names and other texts), ${counted(numbers, "number")}.`,
    `Left out: ${counted(tally.leftOut, "message")} (logs, health and most settings).`,
    "Kept: models, manufacturers, versions, states and times. Check the file before you share it.",
  ];
}

const seconds = (millis: number): string => `${Math.round(millis / 1000)} s`;

const size = (bytes: number): string =>
  bytes < KILOBYTE ** 2 ? `${Math.ceil(bytes / KILOBYTE)} kB` : `${(bytes / KILOBYTE ** 2).toFixed(1)} MB`;
