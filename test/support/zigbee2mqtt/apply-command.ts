import { type AskedColour, asHueSaturation, asXy } from "./colours.ts";
import type { Expose } from "./exposes.ts";
import type { Model, State } from "./models.ts";

/** What a command changes of a lamp's state, or why Zigbee2MQTT refuses the command. */
export type CommandOutcome = { readonly change: State } | { readonly refused: string };

/** The command for one endpoint, its properties without the endpoint's name. */
interface StandInCommand {
  readonly command: State;
  readonly expose: Expose;
  readonly suffix: string;
  readonly state: State;
}

/** The whole device: each endpoint takes the properties that name it, the first endpoint those that name none. */
export function applyCommand(
  model: Model,
  state: State,
  { message, endpoint }: { message: State; endpoint?: string },
): CommandOutcome {
  let change: State = {};
  for (const [place, expose] of model.exposes.filter(({ type }) => type === "light" || type === "switch").entries()) {
    const suffix = expose.endpoint === undefined ? "" : `_${expose.endpoint}`;
    const isMeantByDefault = endpoint === undefined ? place === 0 : endpoint === expose.endpoint;
    const command = commandFor(message, suffix, isMeantByDefault || suffix === "");
    const obeyed = obeyPart({ command, expose, suffix, state });
    if ("refused" in obeyed) return obeyed;
    change = { ...change, ...obeyed.change };
  }
  for (const name of ["gradient", "power_on_behavior"]) {
    if (name in message && model.exposes.some((expose) => expose.name === name)) {
      change = { ...change, [name]: message[name] };
    }
  }
  return { change };
}

const OF_A_PART = ["state", "brightness", "color_temp", "color"];

function commandFor(message: State, suffix: string, isMeantByDefault: boolean): State {
  const told = OF_A_PART.flatMap((name) => {
    if (suffix !== "" && name + suffix in message) return [[name, message[name + suffix]] as const];
    return isMeantByDefault && name in message ? [[name, message[name]] as const] : [];
  });
  return Object.fromEntries(told);
}

function obeyPart(order: StandInCommand): CommandOutcome {
  let change: State = {};
  for (const step of [obeyLevel, obeyTemperature, obeyColour]) {
    const obeyed = step(order);
    if ("refused" in obeyed) return obeyed;
    change = { ...change, ...obeyed.change };
  }
  return { change: Object.fromEntries(Object.entries(change).map(([name, value]) => [name + order.suffix, value])) };
}

/** A brightness turns the lamp on, 0 off; with a state of null it does neither. */
function obeyLevel({ command, expose, suffix, state }: StandInCommand): CommandOutcome {
  const onOff = turned(command.state, state[`state${suffix}`]);
  if (!("brightness" in command)) return { change: onOff === undefined ? {} : { state: onOff } };
  const level = Number(command.brightness);
  if (!featureOf(expose, "brightness")) return { refused: "No converter available for 'brightness'" };
  if (Number.isNaN(level) || level < 0 || level > 255)
    return { refused: `Brightness value of message: '${level}' invalid` };
  const brightness = Math.min(254, Math.round(level));
  if (command.state === null) return { change: { brightness } };
  if (onOff === "OFF" || brightness === 0) return { change: { state: "OFF" } };
  return { change: { state: "ON", brightness } };
}

function turned(command: unknown, now: unknown): "ON" | "OFF" | undefined {
  if (typeof command !== "string") return undefined;
  const word = command.toUpperCase();
  if (word === "TOGGLE") return now === "ON" ? "OFF" : "ON";
  return word === "ON" || word === "OFF" ? word : undefined;
}

function obeyTemperature({ command, expose }: StandInCommand): CommandOutcome {
  if (!("color_temp" in command)) return { change: {} };
  const feature = featureOf(expose, "color_temp");
  const mired = Number(command.color_temp);
  if (!feature || Number.isNaN(mired)) return { refused: `No converter available for 'color_temp' (${mired})` };
  const { value_min: minimum, value_max: maximum } = feature;
  return {
    change: { color_mode: "color_temp", color_temp: Math.min(Number(maximum), Math.max(Number(minimum), mired)) },
  };
}

function obeyColour({ command, expose }: StandInCommand): CommandOutcome {
  if (!isColour(command.color)) return { change: {} };
  if (featureOf(expose, "color_xy")) {
    const color = asXy(command.color);
    return color ? { change: { color_mode: "xy", color } } : { refused: "Invalid color" };
  }
  const color = featureOf(expose, "color_hs") && asHueSaturation(command.color);
  return color ? { change: { color_mode: "hs", color } } : { refused: "Invalid color" };
}

const isColour = (value: unknown): value is AskedColour => typeof value === "object" && value !== null;

const featureOf = ({ features = [] }: Expose, name: string): Expose | undefined =>
  features.find((feature) => feature.name === name);
