import type { Change } from "../../home/change.ts";
import type { Device } from "../../home/device.ts";
import { cleanName } from "../../home/name.ts";
import { isNewerVersion } from "../../home/version.ts";
import type { JsonObject } from "./json-values.ts";
import { partsAt } from "./models/told-values.ts";

/** What a device says of itself beside its lights: how well it is heard, and whether it could be updated. */
export function deviceReportChanges(device: Device | undefined, told: JsonObject): readonly Change[] {
  if (!device) return [];
  const { linkquality: linkQuality } = told;
  const isHeard = typeof linkQuality === "number" && Number.isFinite(linkQuality);
  const newVersion = newVersionIn(partsAt(told, "update"), device);
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

/** Empty for a device that is up to date. Whether there is an update and which one may be said one after the other. */
function newVersionIn(update: JsonObject, { newVersion: known, product }: Device): string | undefined {
  const { state, latest_version: latestTold, installed_version: installedTold } = update;
  const [latest, installed] = [versionIn(latestTold), versionIn(installedTold)];
  // While it is being updated, it can be still.
  if (state === "idle") return "";
  if (typeof state !== "string" && known === "") return undefined;
  if (latest !== "" && installed !== "" && !isNewerVersion(latest, installed)) return "";
  return latest === "" ? known || "unknown" : named(latest, product.softwareVersion);
}

const versionIn = (told: unknown): string =>
  typeof told === "number" || typeof told === "string" ? cleanName(String(told)) : "";

/** Zigbee2MQTT counts files of updates, devices count as they like: a file must not read as an older version (G8). */
const named = (file: string, softwareVersion: string): string =>
  isNewerVersion(file, softwareVersion) ? file : `file ${file}`;
