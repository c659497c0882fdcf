import type { WirePowerOn } from "../../contract/light.ts";
import { type Xy, xyFromKelvin } from "../../home/model/colour.ts";
import type { PowerOn } from "../../home/model/light.ts";
import { chartPoint, flag, kelvin, within } from "./numbers.ts";

const MODES = { default: 0, memory: 1, custom: 2, on: 3, off: 4 } as const satisfies Record<
  PowerOn["mode"],
  WirePowerOn["mode"]
>;
const PART_MODES = { default: 0, memory: 1 } as const;

/** What the parts read that are not custom. */
const USUAL = { on: true, brightnessPercent: 100, kelvin: 4000 };

/** Spec §2.3, table "PowerOn". */
export function wirePowerOn(powerOn: PowerOn): WirePowerOn {
  const { on, brightness } = powerOn;
  const colour = wireColour(powerOn.colour);
  return {
    mode: MODES[powerOn.mode],
    on_mode: typeof on === "string" ? PART_MODES[on] : 2,
    on: flag(typeof on === "string" ? USUAL.on : on.custom),
    brightness_mode: typeof brightness === "string" ? PART_MODES[brightness] : 2,
    brightness: within(typeof brightness === "string" ? USUAL.brightnessPercent : brightness.customPercent, 0, 100),
    color_mode: colour.mode,
    color_x: chartPoint(colour.point).x,
    color_y: chartPoint(colour.point).y,
    color_cw: colour.kelvin,
  };
}

function wireColour(colour: PowerOn["colour"]): { mode: WirePowerOn["color_mode"]; point: Xy; kelvin: number } {
  if (typeof colour === "string") {
    return { mode: PART_MODES[colour], point: xyFromKelvin(USUAL.kelvin), kelvin: USUAL.kelvin };
  }
  if ("customPoint" in colour) return { mode: 2, point: colour.customPoint, kelvin: USUAL.kelvin };
  const temperature = kelvin(colour.customKelvin);
  return { mode: 3, point: xyFromKelvin(temperature), kelvin: temperature };
}
