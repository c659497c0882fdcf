import type { Change } from "../../../core/home/changes/change.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { cleanName } from "../../../core/home/model/name.ts";
import { isNewerVersion } from "../../../core/home/model/version.ts";
import type { JsonObject } from "../../../shared/is-object.ts";
import { partsAt } from "./json-values.ts";

/** The changes that a state report brings of the device itself: its link quality, and whether there is an update for it. */
export function deviceReportChanges(device: Device | undefined, values: JsonObject): readonly Change[] {
  if (!device) return [];
  const { linkquality: linkQuality } = values;
  const hasLinkQuality = typeof linkQuality === "number" && Number.isFinite(linkQuality);
  const newVersion = newVersionIn(partsAt(values, "update"), device);
  const { id: deviceId } = device;
  return [
    ...(hasLinkQuality && device.zigbee?.linkQuality !== linkQuality
      ? [{ kind: "deviceLinkQualityReported", deviceId, linkQuality } satisfies Change]
      : []),
    ...(newVersion !== undefined && newVersion !== device.newVersion
      ? [{ kind: "deviceUpdateFound", deviceId, newVersion } satisfies Change]
      : []),
  ];
}

/** Empty for a device that is up to date. Whether there is an update and which version may be reported one by one. */
function newVersionIn(update: JsonObject, { newVersion: known, product }: Device): string | undefined {
  const { state, latest_version: reportedLatest, installed_version: reportedInstalled } = update;
  const [latest, installed] = [versionIn(reportedLatest), versionIn(reportedInstalled)];
  // A device that is being updated is still one with an update.
  if (state === "idle") return "";
  if (typeof state !== "string" && known === "") return undefined;
  if (latest !== "" && installed !== "" && !isNewerVersion(latest, installed)) return "";
  return latest === "" ? known || "unknown" : versionName(latest, product.softwareVersion);
}

const versionIn = (reported: unknown): string =>
  typeof reported === "number" || typeof reported === "string" ? cleanName(String(reported)) : "";

/** Zigbee2MQTT numbers update files, devices number versions in their own way: a file must not read as an older version (G8). */
const versionName = (file: string, softwareVersion: string): string =>
  isNewerVersion(file, softwareVersion) ? file : `file ${file}`;
