import type { ChangeOf } from "../../../home/change.ts";
import { xyFromRgb } from "../../../home/colour.ts";
import type { DeviceId } from "../../../home/ids.ts";
import type { Light, PowerOn } from "../../../home/light.ts";
import type { LightColour } from "../../../home/light-colour.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import { lightIdOf } from "../ids.ts";
import type { Lamp } from "../models/capabilities.ts";

/** Zigbee2MQTT does not say which; every lamp of the last ten years has it. */
const ZIGBEE_VERSION = "3.0";

const UNKNOWN_POWER_ON: PowerOn = { mode: "default", on: "default", brightness: "default", colour: "default" };

/** A listed device as a newcomer to the home: what its lights show is not known yet. */
export function joinedDevice(entry: DeviceEntry): ChangeOf<"deviceJoined"> {
  const { id, ieeeAddress, networkAddress, name, capabilities } = entry;
  const lights = capabilities.lamps.map((lamp) => lightFrom(lamp, entry, id));
  return {
    kind: "deviceJoined",
    device: {
      id,
      serialNumber: ieeeAddress,
      name,
      admitted: false,
      online: false,
      newVersion: "",
      placedByHand: false,
      product: {
        categoryId: capabilities.categoryId,
        manufacturer: capabilities.manufacturer,
        model: capabilities.model,
        hardwareVersion: entry.hardwareVersion,
        softwareVersion: entry.softwareVersion,
        zigbeeVersion: ZIGBEE_VERSION,
      },
      zigbee: { ieeeAddress, networkAddress, linkQuality: 0 },
      lightIds: lights.map((light) => light.id),
      syncBoxId: null,
    },
    lights,
    syncBox: null,
  };
}

const lightFrom = (lamp: Lamp, { ieeeAddress, name, capabilities }: DeviceEntry, deviceId: DeviceId): Light => ({
  id: lightIdOf(ieeeAddress, lamp.endpoint),
  deviceId,
  name: lamp.endpoint !== null && capabilities.lamps.length > 1 ? `${name} ${lamp.endpoint}` : name,
  abilities: lamp.abilities,
  segments: lamp.gradient?.most ?? 0,
  drivenBySyncBox: false,
  on: false,
  brightnessPercent: 100,
  colour: someColour(lamp),
  powerOn: UNKNOWN_POWER_ON,
});

/** A white that the lamp can show. */
const someColour = ({ abilities }: Lamp): LightColour =>
  abilities.includes("colour") && !abilities.includes("colourTemperature")
    ? { mode: "xy", point: xyFromRgb(0xffffff) }
    : { mode: "white", kelvin: 2700 };
