import type { WireLightCommand, WireSyncCommand } from "../../../core/contract/commands.ts";
import { lackingFor } from "../../../core/home/model/ability.ts";
import { type Xy, xyFromRgb } from "../../../core/home/model/colour.ts";
import type { Ability, Light, LightState } from "../../../core/home/model/light.ts";
import type { LightColour } from "../../../core/home/model/light-colour.ts";
import type { SyncBox, SyncBoxState, SyncColour } from "../../../core/home/model/sync-box.ts";
import { kelvin } from "../../../core/present/wire/numbers.ts";
import { counted } from "../../../shared/counted.ts";
import { isRefusal, Refusal } from "../refusal.ts";

/** What a client is told of an ability that a light lacks. */
const ABILITY_WORDS: Partial<Record<Ability, string>> = {
  brightness: "brightness: this light cannot be dimmed",
  colourTemperature: "color_cw: this light does not support colour temperatures",
  colour: "color_x, color_y, color_rgb: this light does not support colours",
  segments: "color_arr, color_rgb_arr: this light does not support segments",
};

/** The state that a command desires of lights of one device. Each light does what it can; what none of them can is refused (G52). */
export function desiredLightState(command: WireLightCommand, lights: readonly Light[]): Partial<LightState> | Refusal {
  const state = desiredGroupState(command, new Set(lights.flatMap(({ abilities }) => abilities)));
  if (isRefusal(state)) return state;
  const { colour } = state;
  const segmented = lights.filter(({ abilities }) => abilities.includes("segments"));
  const most = Math.min(...segmented.map(({ segments }) => segments));
  const isTooMany = colour?.mode === "segments" && colour.points.length > most;
  return isTooMany
    ? refused(`color_arr, color_rgb_arr: expected at most ${counted(most, "colour")}, one for each segment`)
    : state;
}

/**
 * The same of the lights of a room, of which some have these abilities. They have all kinds of segments: each takes as many
 * of the colours as it has (G86).
 */
export function desiredGroupState(
  command: WireLightCommand,
  abilities: ReadonlySet<Ability>,
): Partial<LightState> | Refusal {
  const colour = colourOf(command);
  const state: Partial<LightState> = {
    ...(command.on === undefined ? {} : { on: onFromWire(command.on) }),
    ...(command.brightness === undefined ? {} : { brightnessPercent: brightnessFromWire(command.brightness) }),
    ...(colour ? { colour } : {}),
  };
  const lacking = lackingFor(state, abilities);
  return lacking ? refused(ABILITY_WORDS[lacking] ?? "this light cannot do that") : state;
}

/** Segments win over a colour, a colour over white, and points of the chart over RGB. */
function colourOf(command: WireLightCommand): LightColour | undefined {
  const segments = command.color_arr?.map(pointFromWire) ?? command.color_rgb_arr?.map(xyFromRgb);
  const [first, ...others] = segments ?? [];
  if (first) return { mode: "segments", points: [first, ...others] };
  const point = pointOf(command);
  if (point) return { mode: "xy", point };
  return command.color_cw === undefined ? undefined : { mode: "white", kelvin: kelvinFromWire(command.color_cw) };
}

function pointOf({ color_x: x, color_y: y, color_rgb: rgb }: WireLightCommand): Xy | undefined {
  if (x !== undefined && y !== undefined) return pointFromWire({ x, y });
  return rgb === undefined ? undefined : xyFromRgb(rgb);
}

export const refused = (detail: string): Refusal => new Refusal("value-refused", { detail });

const SOURCES = { 0: "hdmi1", 1: "hdmi2" } as const;
const MODES = { 0: "video", 1: "music", 2: "game" } as const;
const INTENSITIES = { 0: "low", 1: "medium", 2: "high", 3: "highest" } as const;
const STOP_ACTIONS = { 0: "keep", 2: "lightsOff" } as const;

type WireColours = NonNullable<WireSyncCommand["color_config_1"]>;

/** The state that a command desires of a sync box (G54). */
export const desiredSyncBoxState = (command: WireSyncCommand, box: SyncBox): Partial<SyncBoxState> => ({
  ...(command.on === undefined ? {} : { on: onFromWire(command.on) }),
  ...(command.brightness === undefined ? {} : { brightnessPercent: brightnessFromWire(command.brightness) }),
  ...(command.source === undefined ? {} : { source: SOURCES[command.source] }),
  ...(command.mode === undefined ? {} : { mode: MODES[command.mode] }),
  ...(command.frequency === undefined ? {} : { intensity: INTENSITIES[command.frequency] }),
  ...(command.stop_action === undefined ? {} : { stopAction: STOP_ACTIONS[command.stop_action] }),
  ...(command.color_config === undefined ? {} : { selectedConfiguration: command.color_config }),
  ...configurationsOf(command, box),
});

/** Configurations that the command does not name stay as they are. */
function configurationsOf(command: WireSyncCommand, box: SyncBox): Pick<Partial<SyncBoxState>, "configurations"> {
  const desired = [
    command.color_config_1,
    command.color_config_2,
    command.color_config_3,
    command.color_config_4,
  ] as const;
  if (desired.every((colours) => colours === undefined)) return {};
  const [first, second, third, fourth] = box.configurations;
  return {
    configurations: [
      desired[0]?.map(colourFromWire) ?? first,
      desired[1]?.map(colourFromWire) ?? second,
      desired[2]?.map(colourFromWire) ?? third,
      desired[3]?.map(colourFromWire) ?? fourth,
    ],
  };
}

const colourFromWire = ({ position_x = 0, position_y = 0, ...point }: WireColours[number]): SyncColour => ({
  point: pointFromWire(point),
  positionX: position_x,
  positionY: position_y,
});

/** Usual clients send 1 and 0, others true and false. */
const onFromWire = (on: boolean | number): boolean => on === true || on === 1;

/** 0 means as dim as the light goes (G53). */
const brightnessFromWire = (brightness: number): number => Math.max(1, brightness);

/** The nearest white that the interface has: clients work whites out of colours and may send any whole number (G52). */
const kelvinFromWire = (white: number): number => kelvin(white);

/** A chart coordinate on the wire is a fraction of 65535 (G5). */
export const pointFromWire = ({ x, y }: Xy): Xy => ({ x: x / 65535, y: y / 65535 });
