import { replayChanges } from "../core/home/changes/replay-changes.ts";
import type { HomeContents } from "../core/home/model/contents.ts";
import type { ResourceKind, ResourceKinds } from "../core/home/model/resource-kinds.ts";
import type { FleetMirror } from "../edges/fleet/front/mirror.ts";
import type { FleetIdentity } from "../edges/fleet/keys-entries.ts";
import { changesFor } from "../edges/home-file/build.ts";
import { VERSION } from "./package.ts";

/** All that the gateways have, and the fleet itself: it is one gateway more, the first of all. */
export function fleetContents({ mac, resetId, name }: FleetIdentity, mirror: FleetMirror): HomeContents {
  const changes = changesFor({ gateway: { name } }, { version: VERSION, pictureAt: () => null });
  const own = replayChanges(changes, { mac, resetId });
  const mirrored = mirror.takeTouched().map((key) => mirror.shown(key));
  const all = <Kind extends ResourceKind>(kind: Kind) =>
    mirrored.flatMap(({ in: some, after }) => (some === kind && after ? [after as ResourceKinds[Kind]] : []));
  return {
    ...own,
    devices: [...own.devices.map((device) => ({ ...device, zigbee: null })), ...all("devices")],
    lights: all("lights"),
    syncBoxes: all("syncBoxes"),
    rooms: [...own.rooms, ...all("rooms")],
    scenes: all("scenes"),
  };
}
