import type { Change } from "../home/changes/change.ts";
import { describe } from "../home/changes/describe.ts";
import type { Replacement } from "../home/changes/replacement.ts";
import type { Home } from "../home/home.ts";
import type { Author, TrailEntry } from "../home/trail-entry.ts";

/**
 * The entry of a report that changes the home, if it is worth one (decision 45): a device was switched by hand, was lost
 * or is back, came, went or was updated. To be called before the home changes.
 */
export function reportEntry(home: Home, change: Change, effect: readonly Replacement[]): TrailEntry | undefined {
  if (effect.length === 0) return undefined;
  switch (change.kind) {
    case "lightChanged":
    case "lightsChanged":
    case "syncBoxChanged":
      return switchedEntry(home, change, effect);
    case "deviceReached":
    case "deviceLeft":
    case "deviceUpdated":
      return entry({ kind: "backend" }, describe(change, home), change.deviceId);
    case "deviceJoined":
      return entry({ kind: "backend" }, describe(change, home), change.device.id);
    default:
      return undefined;
  }
}

/** Brightness and colour pass through many values on their way; that a lamp went on or off is one moment. */
function switchedEntry(home: Home, change: Change, effect: readonly Replacement[]): TrailEntry | undefined {
  const [switched] = effect.flatMap((replacement) => {
    if (replacement.in !== "lights" && replacement.in !== "syncBoxes") return [];
    const { before, after } = replacement;
    return before && after && before.on !== after.on ? [after] : [];
  });
  const device = switched && home.devices.get(switched.deviceId);
  // A device that nobody admitted may be the neighbours'.
  if (!device?.admitted) return undefined;
  return entry({ kind: "device", name: device.name }, describe(change, home), device.id);
}

/** The entry of a command that a device did not confirm, so that it is put back. */
export function putBackEntry(home: Home, change: Change): TrailEntry {
  const part = partOf(home, change);
  const device = part && home.devices.get(part.deviceId);
  return {
    by: { kind: "device", name: device?.name ?? part?.deviceId ?? "" },
    did: describe(change, home),
    devices: part ? [part.deviceId] : [],
    outcome: "put-back",
    why: "the device did not confirm its command in time",
  };
}

function partOf(home: Home, change: Change) {
  if (change.kind === "lightChanged") return home.lights.get(change.lightId);
  return change.kind === "syncBoxChanged" ? home.syncBoxes.get(change.syncBoxId) : undefined;
}

const entry = (by: Author, did: string, deviceId: string): TrailEntry => ({
  by,
  did,
  devices: [deviceId],
  outcome: "done",
});
