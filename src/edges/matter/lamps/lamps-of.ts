import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Light } from "../../../core/home/model/light.ts";
import type { SyncBox } from "../../../core/home/model/sync-box.ts";
import { lightsOf } from "../../../core/home/select.ts";
import { miredRange } from "./colours.ts";
import type { MatterColour, MatterLamp, MatterLampKind } from "./matter-lamp.ts";
import { shortText } from "./names.ts";

/** The lamps and sync boxes of a device. */
export function lampsOf(home: Home, device: Device): readonly MatterLamp[] {
  const syncBox = device.syncBoxId === null ? undefined : home.syncBoxes.get(device.syncBoxId);
  return [
    ...lightsOf(home, device).map((light) => lampOfLight(device, light)),
    ...(syncBox ? [lampOfSyncBox(device, syncBox)] : []),
  ];
}

function lampOfLight(device: Device, light: Light): MatterLamp {
  return {
    id: light.id,
    kind: kindOf(light),
    hasWhites: light.abilities.includes("colourTemperature"),
    whites: miredRange(light.whites),
    ...identityOf(device, light.name),
    state: { on: light.on, brightnessPercent: light.brightnessPercent, colour: colourOf(light) },
  };
}

const lampOfSyncBox = (device: Device, { id, name, on, brightnessPercent }: SyncBox): MatterLamp => ({
  id,
  kind: "onOff",
  hasWhites: false,
  whites: miredRange(undefined),
  ...identityOf(device, name),
  state: { on, brightnessPercent, colour: { mode: "white", kelvin: 2700 } },
});

const identityOf = ({ serialNumber, product, online, name: deviceName }: Device, name: string) => ({
  name: shortText(name) || shortText(deviceName) || "Lamp",
  serialNumber: shortText(serialNumber),
  manufacturer: shortText(product.manufacturer) || "Luxgate",
  model: shortText(product.model) || "Lamp",
  softwareVersion: shortText(product.softwareVersion, 64) || "1",
  reachable: online,
});

function kindOf({ abilities }: Light): MatterLampKind {
  if (abilities.includes("colour") || abilities.includes("segments")) return "colour";
  if (abilities.includes("colourTemperature")) return "white";
  return abilities.includes("brightness") ? "dimmable" : "onOff";
}

/** The first segment speaks for a lamp with several. */
const colourOf = ({ colour }: Light): MatterColour =>
  colour.mode === "segments" ? { mode: "xy", point: colour.points[0] } : colour;

/** Whether nothing of a lamp has changed that ecosystems see. */
export const isSameLamp = (one: MatterLamp, other: MatterLamp): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
