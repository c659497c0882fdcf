import type { CategoryId } from "../../../home/product.ts";
import type { Lamp } from "./capabilities.ts";
import type { Feature } from "./feature.ts";

interface Described {
  readonly lamps: readonly Lamp[];
  readonly exposes: readonly Feature[];
  readonly description: string;
}

/** What a device is, by what it exposes and, where that leaves a doubt, by its description. */
export function categoryOf(device: Described): CategoryId {
  const [first, ...others] = device.lamps.map(lightCategory);
  if (first === undefined) return accessoryCategory(device);
  return others.reduce((ablest, other) => (other > ablest ? other : ablest), first);
}

/** The third digit agrees with what the lamp can (G4); the ablest lamp speaks for a device with several. */
function lightCategory({ brightness, colourTemperature, colour }: Lamp): CategoryId {
  if (colour) return colourTemperature ? 20500 : 20400;
  if (colourTemperature) return 20300;
  return brightness ? 20200 : 20100;
}

const PLUG_WORDS = /\b(?:plugs?|outlets?|sockets?|power ?strips?|powerstrips?|receptacles?)\b/i;
const SWITCH_WORDS =
  /\b(?:switch(?:es)?|relays?|modules?|breakers?|gangs?|dimmers?|wall|contactors?|valves?|meters?|monitors?|din)\b/i;
const SENSOR_WORDS = /\b(?:sensors?|detectors?)\b/i;
const METERED = ["power", "energy", "current"];

/** What only a sensor tells, even one with buttons. */
const SENSED = [
  ...["occupancy", "presence", "contact", "water_leak", "smoke", "gas", "carbon_monoxide", "vibration", "rain"],
  ...["motion", "moving", "tamper", "illuminance", "illuminance_lux", "soil_moisture", "co2", "voc", "voc_index"],
  ...["pm25", "pm10", "formaldehyd", "noise", "pressure", "uv_index", "wind_speed", "air_quality"],
];

/** What a remote may tell of itself too. */
const ALSO_SENSED = ["temperature", "humidity", "power", "energy", "flow", "produced_energy", "water_consumed"];

function accessoryCategory({ exposes, description }: Described): CategoryId {
  const has = (...names: readonly string[]) => exposes.some(({ name }) => names.includes(name));
  const hasType = (wanted: string) => exposes.some(({ type }) => type === wanted);
  if (hasType("climate")) return 40600;
  if (hasType("cover")) return 40500;
  if (hasType("lock") || hasType("fan")) return 40900;
  if (hasType("switch")) return isPlug(description, has(...METERED)) ? 40200 : 40400;
  if (has(...SENSED)) return 40300;
  if (has("action")) return 40100;
  return has(...ALSO_SENSED) || SENSOR_WORDS.test(description) ? 40300 : 40900;
}

/** A meter in something that is called nothing else makes it a plug. */
const isPlug = (description: string, isMetered: boolean): boolean =>
  PLUG_WORDS.test(description) || (isMetered && !SWITCH_WORDS.test(description));
