import type { Home } from "../../../../core/home/home.ts";
import type { Device } from "../../../../core/home/model/device.ts";
import type { Ability } from "../../../../core/home/model/light.ts";
import { lightsOf } from "../../../../core/home/select.ts";
import type { Placed } from "../../../home-file/entries.ts";
import { expectedColour } from "../../../home-file/product-fit.ts";
import type { Violation } from "../../../home-file/schema-violations.ts";
import type { StepEntry } from "./schema.ts";

interface Handled {
  readonly action: "set" | "switch";
  readonly device: Device;
  readonly home: Home;
}

/** Actions that a device does not support. */
export function unfitForDevice(
  { path, entry }: Placed<Partial<StepEntry>>,
  { action, device, home }: Handled,
): readonly Violation[] {
  const abilities = abilitiesOf(device, home);
  const at = (key: string, message: string): Violation => ({ path: [...path, key], atKey: false, message });
  if (abilities.length === 0) return [at(action, `${action}: expected a device that supports ${action}`)];
  if (action === "switch") return [];
  const isTooBright = entry.brightness !== undefined && !abilities.includes("brightness");
  const colour = entry.colour === undefined ? undefined : expectedColour(entry.colour, abilities);
  return [
    ...(isTooBright ? [at("brightness", `brightness: "${device.name}" cannot be dimmed`)] : []),
    ...(colour === undefined ? [] : [at("colour", `colour: expected ${colour} for "${device.name}"`)]),
  ];
}

/** A sync box can be switched and dimmed. */
const abilitiesOf = (device: Device, home: Home): readonly Ability[] =>
  device.syncBoxId === null ? lightsOf(home, device).flatMap(({ abilities }) => abilities) : ["onOff", "brightness"];
