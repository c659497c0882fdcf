import type { WireSync } from "../../../libraries/client/types.ts";
import { dotted } from "./dotted.ts";

/** What a sync box can be set to, by the numbers of the interface. */
export const SOURCES = [
  { value: 0, label: "HDMI 1" },
  { value: 1, label: "HDMI 2" },
] as const;

export const MODES = [
  { value: 0, label: "Video" },
  { value: 1, label: "Music" },
  { value: 2, label: "Game" },
] as const;

export const INTENSITIES = [
  { value: 0, label: "Low" },
  { value: 1, label: "Medium" },
  { value: 2, label: "High" },
  { value: 3, label: "Highest" },
] as const;

/** "90% · Video", or "off". */
export function syncWords({ on, brightness, mode }: WireSync): string {
  const name = MODES.find(({ value }) => value === mode)?.label;
  return on === 0 ? "off" : dotted([`${brightness}%`, name ?? []].flat());
}
