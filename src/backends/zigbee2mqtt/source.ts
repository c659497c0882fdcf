import { counted } from "../../shared/counted.ts";
import type { Source } from "../condition.ts";
import type { Bridge } from "./bridge/bridge.ts";

/** A bridge at a glance. */
export const sourceOf = (bridge: Bridge): Source => ({
  name: bridge.name,
  words: wordsOf(bridge),
  trouble: bridge.trouble,
});

function wordsOf({ version, devices, groups }: Bridge): string {
  const name = version === undefined ? "Zigbee2MQTT" : `Zigbee2MQTT ${version}`;
  if (!devices) return "";
  const lights = devices.devices.reduce((sum, { sheet }) => sum + sheet.lamps.length, 0);
  return [
    name,
    counted(devices.devices.length, "device"),
    counted(lights, "light"),
    counted(groups?.groups.length ?? 0, "group"),
  ].join(", ");
}
