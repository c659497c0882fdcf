import type { Change } from "../../home/change.ts";
import type { Device } from "../../home/device.ts";
import { cleanName } from "../../home/name.ts";
import type { JsonObject } from "./json.ts";
import { partsTold } from "./models/told-values.ts";

/** What a device says of itself beside its lights: how well it is heard, and whether it could be updated. */
export function newsOf(device: Device | undefined, told: JsonObject): readonly Change[] {
  if (!device) return [];
  const { linkquality: linkQuality } = told;
  const isHeard = typeof linkQuality === "number" && Number.isFinite(linkQuality);
  const newVersion = newVersionIn(partsTold(told, "update"), device.newVersion);
  const { id: deviceId } = device;
  return [
    ...(isHeard && device.zigbee?.linkQuality !== linkQuality
      ? [{ kind: "deviceHeard", deviceId, linkQuality } satisfies Change]
      : []),
    ...(newVersion !== undefined && newVersion !== device.newVersion
      ? [{ kind: "deviceUpdateFound", deviceId, newVersion } satisfies Change]
      : []),
  ];
}

/** Empty for one that is up to date. Whether there is one and which may be said one after the other. */
function newVersionIn({ state, latest_version: latest }: JsonObject, known: string): string | undefined {
  // While it is being updated, it can be still.
  if (state === "idle") return "";
  if (typeof state !== "string" && known === "") return undefined;
  const isSaid = typeof latest === "number" || typeof latest === "string";
  return (isSaid && cleanName(String(latest))) || known || "unknown";
}
