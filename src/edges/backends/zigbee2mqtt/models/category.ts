import type { CategoryId } from "../../../../core/home/model/product.ts";
import type { Lamp } from "./capabilities.ts";
import type { Feature } from "./feature.ts";

interface Described {
  readonly lamps: readonly Lamp[];
  readonly exposes: readonly Feature[];
  readonly description: string;
}

/** The category of a device, by its exposes and, where they are ambiguous, by its description. */
export function categoryOf(device: Described): CategoryId {
  const [first, ...others] = device.lamps.map(lightCategory);
  if (first === undefined) return accessoryCategory(device);
  return others.reduce((ablest, other) => (other > ablest ? other : ablest), first);
}

/** The third digit follows from the abilities of the lamp (G4); a device with several lamps has the category of the ablest. */
function lightCategory({ brightness, colourTemperature, colour }: Lamp): CategoryId {
  if (colour) return colourTemperature ? 20500 : 20400;
  if (colourTemperature) return 20300;
  return brightness ? 20200 : 20100;
}

const PLUG_PATTERN = /\b(?:plugs?|outlets?|sockets?|power ?strips?|powerstrips?|receptacles?)\b/i;
const SWITCH_PATTERN =
  /\b(?:switch(?:es)?|relays?|modules?|breakers?|gangs?|dimmers?|wall|contactors?|valves?|meters?|monitors?|din)\b/i;
const SENSOR_PATTERN = /\b(?:sensors?|detectors?)\b/i;
const METERED = ["power", "energy", "current"];

/** Exposes that only sensors have, even those with buttons. */
const SENSED = [
  ...["occupancy", "presence", "contact", "water_leak", "smoke", "gas", "carbon_monoxide", "vibration", "rain"],
  ...["motion", "moving", "tamper", "illuminance", "illuminance_lux", "soil_moisture", "co2", "voc", "voc_index"],
  ...["pm25", "pm10", "formaldehyd", "noise", "pressure", "uv_index", "wind_speed", "air_quality"],
];

/** Exposes that remotes may have too. */
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
  return has(...ALSO_SENSED) || SENSOR_PATTERN.test(description) ? 40300 : 40900;
}

/** A metered device is a plug, unless its description calls it something else. */
const isPlug = (description: string, isMetered: boolean): boolean =>
  PLUG_PATTERN.test(description) || (isMetered && !SWITCH_PATTERN.test(description));
