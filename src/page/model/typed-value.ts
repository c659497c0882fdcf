import type { LightCommand } from "./light-commands.ts";
import { CHART } from "./light-commands.ts";

/** What a person typed, as a command: `#ff8800`, `2700K`, `40%`, `0.31, 0.33`; undefined for anything else. */
export function commandFromText(text: string): LightCommand | undefined {
  const typed = text.trim().toLowerCase();
  return hexCommand(typed) ?? kelvinCommand(typed) ?? percentCommand(typed) ?? chartCommand(typed);
}

function hexCommand(typed: string): LightCommand | undefined {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(typed) ?? [];
  if (digits === undefined || (!typed.startsWith("#") && /^\d+$/.test(digits))) return undefined;
  const whole = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  return { on: 1, color_rgb: Number.parseInt(whole, 16) };
}

function kelvinCommand(typed: string): LightCommand | undefined {
  const [, digits] = /^(\d{4,5})\s*k$/.exec(typed) ?? [];
  return digits === undefined ? undefined : { on: 1, color_cw: Number(digits) };
}

function percentCommand(typed: string): LightCommand | undefined {
  const [, digits] = /^(\d{1,3})\s*%$/.exec(typed) ?? [];
  const percent = Number(digits ?? Number.NaN);
  return percent >= 1 && percent <= 100 ? { on: 1, brightness: percent } : undefined;
}

function chartCommand(typed: string): LightCommand | undefined {
  const [, x, y] = /^(?:xy\s*)?(0?\.\d+|[01])\s*[,;\s]\s*(0?\.\d+|[01])$/.exec(typed) ?? [];
  if (x === undefined || y === undefined) return undefined;
  const coordinate = (text: string) => Math.round(Math.min(1, Number(text)) * CHART);
  return { on: 1, color_x: coordinate(x), color_y: coordinate(y) };
}
