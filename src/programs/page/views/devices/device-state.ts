import { counted } from "../../../../shared/counted.ts";
import { hueName } from "../../model/hue.ts";
import type { Result } from "../../operator/page-commands.ts";

type DeviceRow = Result<"device.list">[number];
type DeviceLight = DeviceRow["lights"][number];

/** What a device does, in the words that the home view has for it: "60% · 2700 K", "off", "5 colours". */
export function deviceWords({ lights, state }: Pick<DeviceRow, "lights" | "state">): string {
  return lights.length === 0 ? state : lights.map(lightWords).join(", ");
}

function lightWords({ on, brightnessPercent, colours, synced }: DeviceLight): string {
  if (!on) return "off";
  const words = [
    brightnessPercent === null ? "on" : `${Math.round(brightnessPercent)}%`,
    ...(colours.length > 1 ? [counted(colours.length, "colour")] : colours.map(colourWords)),
    ...(synced ? ["sync"] : []),
  ];
  return words.join(" · ");
}

/** "2700K" or "#ff8800", as the gateway has it. */
function colourWords(colour: string): string {
  const [, kelvin] = /^(\d+)K$/.exec(colour) ?? [];
  return kelvin === undefined ? hueName(Number.parseInt(colour.slice(1), 16)) : `${kelvin} K`;
}
