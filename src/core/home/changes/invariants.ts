import { allAtOnce, type Steps } from "../../../shared/steps.ts";
import type { HomeContents } from "../model/contents.ts";
import { belongsToTheHouse, type Device } from "../model/device.ts";
import { ownDeviceId } from "../model/identity.ts";
import type { LightId } from "../model/ids.ts";
import type { Light } from "../model/light.ts";
import { cleanName } from "../model/name.ts";
import { isGateway } from "../model/product.ts";
import { RESOURCE_KINDS } from "../model/resource-kinds.ts";
import type { Room } from "../model/room.ts";
import { hasColours, type Scene } from "../model/scene.ts";
import type { SyncBox } from "../model/sync-box.ts";
import { isUpdateNewer } from "./device-invariants.ts";

/**
 * The violated invariants of a home, a sentence each: dangling references, duplicates, states that no change leads to.
 */
export const invariantViolations = (contents: HomeContents): readonly string[] =>
  allAtOnce(invariantViolationsInSteps(contents));

/** The same, one subject in each step. */
export function* invariantViolationsInSteps(contents: HomeContents): Steps<readonly string[]> {
  const violations: string[] = [];
  for (const violationsAbout of SUBJECTS) {
    for (const violation of violationsAbout(contents)) violations.push(violation);
    yield;
  }
  return violations;
}

function among(kind: string, resources: readonly { readonly id: string; readonly name: string }[]): readonly string[] {
  const seen = new Set<string>();
  return resources.flatMap(({ id, name }) => {
    if (seen.has(id)) return [`duplicate id ${id} in ${kind} (${name})`];
    seen.add(id);
    return name === "" || name !== cleanName(name) ? [`invalid name of ${id} in ${kind}`] : [];
  });
}

function aboutGateway({ identity, devices }: HomeContents): readonly string[] {
  const [gateway, ...more] = devices.filter(({ product }) => isGateway(product));
  if (!gateway || more.length > 0) {
    return [`expected one gateway in the devices, found ${gateway ? more.length + 1 : 0}`];
  }
  const { id, name, lightIds, syncBoxId } = gateway;
  const own = ownDeviceId(identity);
  return [
    ...(id === own ? [] : [`the gateway ${name} has the id ${id}; expected ${own}, its reset id`]),
    ...(lightIds.length === 0 && syncBoxId === null
      ? []
      : [`the gateway ${name} has lights or a sync box; expected none`]),
  ];
}

function aboutUpdates({ devices }: HomeContents): readonly string[] {
  return devices
    .filter((device) => !isUpdateNewer(device))
    .map(({ name, newVersion, product: { softwareVersion: runs } }) => {
      return `${name} cannot be updated to ${newVersion}: it is not newer than the installed version ${runs}`;
    });
}

/** A device and its lights and sync box refer to each other, once. */
function aboutParts({ devices, lights, syncBoxes }: HomeContents): readonly string[] {
  const named = devices.flatMap((device) => device.lightIds.map((id) => ({ device, id })));
  const boxesNamed = devices.flatMap((device) => (device.syncBoxId === null ? [] : { device, id: device.syncBoxId }));
  return [...aboutKindOfParts("light", named, lights), ...aboutKindOfParts("sync box", boxesNamed, syncBoxes)];
}

function aboutKindOfParts(
  kind: string,
  named: readonly { readonly device: Device; readonly id: string }[],
  parts: readonly (Light | SyncBox)[],
): readonly string[] {
  const owners = new Map<string, string>(parts.map(({ id, deviceId }) => [id, deviceId]));
  const seen = new Set<string>();
  return [
    ...named.flatMap(({ device, id }) => {
      if (owners.get(id) !== device.id)
        return [`${device.name} has a ${kind} ${id} that does not exist or belongs to another device`];
      if (seen.has(id)) return [`${device.name} has the ${kind} ${id} twice`];
      seen.add(id);
      return [];
    }),
    ...parts.filter(({ id }) => !seen.has(id)).map(({ name }) => `the ${kind} ${name} does not belong to a device`),
  ];
}

function aboutRooms({ devices, rooms }: HomeContents): readonly string[] {
  const placeable = new Map(devices.filter(belongsToTheHouse).map((device) => [device.id, device]));
  const placed = new Set<string>();
  const derived = (["wholeHouse", "unassigned"] as const).flatMap((kind) => {
    const count = rooms.filter((room) => room.kind === kind).length;
    return count === 1 ? [] : [`expected one room of the kind ${kind}, found ${count}`];
  });
  return [
    ...derived,
    ...aboutGroupLights(rooms),
    ...rooms.flatMap((room) =>
      membersOf(room).flatMap((id) => {
        const device = placeable.get(id);
        if (!device) return [`${room.name} contains a device ${id} that does not exist or is not admitted`];
        if (placed.has(id)) return [`${device.name} is in two rooms`];
        placed.add(id);
        return [];
      }),
    ),
  ];
}

function aboutGroupLights(rooms: readonly Room[]): readonly string[] {
  const seen = new Set<string>();
  return rooms.flatMap(({ name, groupLightId }) => {
    if (seen.has(groupLightId)) return [`${name} has the same group light ${groupLightId} as another room`];
    seen.add(groupLightId);
    return [];
  });
}

const membersOf = (room: Room) => (room.kind === "normal" ? room.deviceIds : []);

/** A sync area is a normal room, and just its colour lights are driven while a box of it is on. */
function aboutSyncAreas({ lights, syncBoxes, rooms }: HomeContents): readonly string[] {
  const areas = new Map(rooms.flatMap((room) => (room.kind === "normal" ? [[room.id, room] as const] : [])));
  const areaOf = ({ areaId }: SyncBox) => (areaId === null ? undefined : areas.get(areaId));
  const drivenDevices = new Set(syncBoxes.filter(({ on }) => on).flatMap((box) => areaOf(box)?.deviceIds ?? []));
  return [
    ...syncBoxes
      .filter((box) => box.areaId !== null && !areaOf(box))
      .map(({ name }) => `${name} drives the lights of a room that does not exist`),
    ...lights
      .filter(({ abilities, deviceId, drivenBySyncBox }) => {
        return drivenBySyncBox !== (abilities.includes("colour") && drivenDevices.has(deviceId));
      })
      .map(
        ({ name, drivenBySyncBox }) =>
          `${name} is marked as ${drivenBySyncBox ? "driven" : "not driven"} by a sync box, which is wrong`,
      ),
  ];
}

function aboutScenes({ rooms, scenes, lights }: HomeContents): readonly string[] {
  const roomIds = new Set(rooms.map(({ id }) => id));
  const lightIds = new Set(lights.map(({ id }) => id));
  const withActive = new Set<string>();
  return scenes.flatMap((scene) => {
    const { name, roomId, active, keptByLamps, colours } = scene;
    if (!roomIds.has(roomId)) return [`the scene ${name} is in a room that does not exist`];
    if (keptByLamps && colours.length > 0) return [`the scene ${name} is stored in lamps and must not have colours`];
    if (!hasColours(scene)) return [`the scene ${name} has an invalid colour`];
    const strange = aboutSavedLamps(scene, lightIds);
    if (strange.length > 0 || !active) return strange;
    if (withActive.has(roomId)) return [`the scene ${name} is not the only active scene of its room`];
    withActive.add(roomId);
    return [];
  });
}

function aboutSavedLamps({ name, lamps = [] }: Scene, lightIds: ReadonlySet<LightId>): readonly string[] {
  const ids = lamps.map(({ lightId }) => lightId);
  const strange = ids.find((id) => !lightIds.has(id));
  if (strange !== undefined) return [`the scene ${name} saved a light ${strange} that does not exist`];
  return new Set(ids).size < ids.length ? [`the scene ${name} saved a light twice`] : [];
}

const SUBJECTS: readonly ((contents: HomeContents) => readonly string[])[] = [
  ...RESOURCE_KINDS.map((kind) => (contents: HomeContents) => among(kind, contents[kind])),
  aboutGateway,
  aboutUpdates,
  aboutParts,
  aboutRooms,
  aboutSyncAreas,
  aboutScenes,
];
