import { Check } from "typebox/value";
import { type WireLightCommand, WireSyncCommand } from "../../../core/contract/commands.ts";
import type { WireLight } from "../../../core/contract/light.ts";
import type { WireSync } from "../../../core/contract/sync.ts";
import type { Light, LightState } from "../../../core/home/model/light.ts";
import type { LightColour } from "../../../core/home/model/light-colour.ts";
import type { SyncBox, SyncBoxState } from "../../../core/home/model/sync-box.ts";
import { wireLight } from "../../../core/present/wire/light.ts";
import { wireSync } from "../../../core/present/wire/sync-box.ts";

const COLOUR_FIELDS = {
  white: ["color_cw"],
  xy: ["color_x", "color_y"],
  hueSaturation: ["color_x", "color_y"],
  segments: ["color_arr"],
} as const satisfies Record<LightColour["mode"], readonly (keyof WireLight & keyof WireLightCommand)[]>;

/** A command to a lamp as it is sent (G52): those fields of the desired lamp that are to change. */
export function wireLightCommand(
  light: Light,
  { on, brightnessPercent, colour }: Partial<LightState>,
): WireLightCommand {
  const desired = wireLight({
    ...light,
    ...(on === undefined ? {} : { on }),
    ...(brightnessPercent === undefined ? {} : { brightnessPercent }),
    ...(colour === undefined ? {} : { colour }),
  });
  return only(desired, [
    ...(on === undefined ? [] : (["on"] as const)),
    ...(brightnessPercent === undefined ? [] : (["brightness"] as const)),
    ...(colour === undefined ? [] : COLOUR_FIELDS[colour.mode]),
  ]);
}

const SYNC_FIELDS = {
  on: "on",
  brightnessPercent: "brightness",
  source: "source",
  mode: "mode",
  intensity: "frequency",
  stopAction: "stop_action",
  selectedConfiguration: "color_config",
} as const satisfies Partial<Record<keyof SyncBoxState, keyof WireSync & keyof WireSyncCommand>>;

/** The same of a sync box (G54); "area" if its area is to change, which the interface does not support. */
export function wireSyncCommand(box: SyncBox, state: Partial<SyncBoxState>): WireSyncCommand | "area" {
  if (state.areaId !== undefined) return "area";
  const desired = wireSync({ ...box, ...state }, undefined);
  const fields = Object.entries(SYNC_FIELDS).filter(([name]) => name in state);
  const command = only(
    desired,
    fields.map(([, field]) => field),
  );
  if (!Check(WireSyncCommand, command)) throw new Error("what a sync box shows is no command");
  return command;
}

const only = <Whole extends object, Field extends keyof Whole>(
  whole: Whole,
  fields: readonly Field[],
): Pick<Whole, Field> => Object.fromEntries(fields.map((field) => [field, whole[field]])) as Pick<Whole, Field>;
