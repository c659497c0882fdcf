import { Check } from "typebox/value";
import { WireSyncCommand } from "../../../core/contract/commands.ts";
import { ABILITY_WEIGHTS } from "../../../core/contract/light.ts";
import { type Home, MutableHome } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { idFrom } from "../../../core/home/model/ids.ts";
import { type Ability, DEFAULT_LIGHT_STATE, type Light } from "../../../core/home/model/light.ts";
import type { LightColour } from "../../../core/home/model/light-colour.ts";
import { type CategoryId, PRODUCTS } from "../../../core/home/model/product.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import { DEFAULT_SYNC_BOX_STATE, type SyncBox } from "../../../core/home/model/sync-box.ts";
import { desiredSyncBoxState, pointFromWire } from "../../../edges/http/write/desired-state.ts";
import type {
  LuxgateClient,
  WireDevice,
  WireLight,
  WireRoom,
  WireScene,
  WireSync,
} from "../../../libraries/client/index.ts";
import { keyOf, SEEN, seen } from "./seen-resources.ts";

/** The home of a gateway elsewhere, as far as it takes to name what is in it and to give commands. */
export async function readRemoteHome(gateway: LuxgateClient): Promise<Home> {
  const [devices, lights, boxes, rooms, scenes] = await Promise.all([
    gateway.listDevices(),
    gateway.listLights(),
    gateway.listSyncBoxes(),
    gateway.listRooms({ include_all_room: true, include_no_room: true }),
    gateway.listScenes(),
  ]);
  const seenDevices = seen(SEEN.device, devices);
  const seenRooms = seen(SEEN.room, rooms);
  const ownerOf = new Map(
    seenDevices.flatMap(({ id, services }) => services.map(({ rid }) => [keyOf(rid), id] as const)),
  );
  return new MutableHome({
    identity: { mac: "", resetId: "" },
    devices: seenDevices.map(deviceFrom),
    lights: seen(SEEN.light, lights).flatMap((light) => lightFrom(light, ownerOf.get(keyOf(light.id)))),
    syncBoxes: seen(SEEN.sync, boxes).flatMap((box) => syncBoxFrom(box, ownerOf.get(keyOf(box.id)))),
    rooms: seenRooms.map(roomFrom),
    scenes: seen(SEEN.scene, scenes).flatMap((scene) => sceneIn(seenRooms, scene)),
    keys: [],
  });
}

function deviceFrom({ id, name, online, join_status, product, services }: WireDevice): Device {
  const parts = (type: string) => services.flatMap(({ rid, rtype }) => (rtype === type ? [rid] : []));
  return {
    id: idFrom(id),
    serialNumber: "",
    name,
    admitted: join_status === 1,
    online: online === 1,
    newVersion: "",
    product: { ...UNKNOWN_PRODUCT, categoryId: categoryOf(product) },
    zigbee: null,
    lightIds: parts("light").map((rid) => idFrom(rid)),
    syncBoxId: parts("sync").map((rid) => idFrom<SyncBox["id"]>(rid))[0] ?? null,
    placedByHand: false,
  };
}

const UNKNOWN_PRODUCT = { manufacturer: "", model: "", hardwareVersion: "", softwareVersion: "", zigbeeVersion: "" };

/** A product that is not known counts as its top category. */
const categoryOf = ({ cat1_id, cat3_id }: WireDevice["product"]): CategoryId =>
  cat3_id in PRODUCTS ? (cat3_id as CategoryId) : (UNKNOWN_PRODUCTS.get(cat1_id) ?? 40900);

const UNKNOWN_PRODUCTS = new Map<number, CategoryId>([
  [1, 10101],
  [2, 20500],
  [3, 30101],
]);

function lightFrom(light: WireLight, deviceId: string | undefined): Light[] {
  if (deviceId === undefined) return [];
  const abilities = Object.entries(ABILITY_WEIGHTS).flatMap(([ability, weight]) =>
    (light.ability & weight) === 0 ? [] : [ability as Ability],
  );
  return [
    {
      id: idFrom(light.id),
      deviceId: idFrom(deviceId),
      name: light.name,
      ...DEFAULT_LIGHT_STATE,
      on: light.on === 1,
      brightnessPercent: light.brightness,
      colour: colourOf(light),
      drivenBySyncBox: light.sync_status === 1,
      abilities,
      // The wire does not say how many segments a lamp has; its gateway refuses too many.
      segments: abilities.includes("segments") ? Number.POSITIVE_INFINITY : 0,
    },
  ];
}

function colourOf({ color_mode, color_cw, color_x, color_y, color_arr }: WireLight): LightColour {
  if (color_mode === 2) return { mode: "white", kelvin: color_cw };
  const [first, ...others] = color_mode === 3 ? color_arr.map(pointFromWire) : [];
  return first
    ? { mode: "segments", points: [first, ...others] }
    : { mode: "xy", point: pointFromWire({ x: color_x, y: color_y }) };
}

function syncBoxFrom({ id, name, ...wire }: WireSync, deviceId: string | undefined): SyncBox[] {
  const { on, brightness, source, mode, frequency, stop_action, color_config } = wire;
  const shown = { on, brightness, source, mode, frequency, stop_action, color_config };
  if (deviceId === undefined || !Check(WireSyncCommand, shown)) return [];
  const box: SyncBox = { id: idFrom(id), deviceId: idFrom(deviceId), name, ...DEFAULT_SYNC_BOX_STATE };
  return [{ ...box, ...desiredSyncBoxState(shown, box) }];
}

function roomFrom({ id, name, room_kind, children, services }: WireRoom): Room {
  const room = {
    id: idFrom<Room["id"]>(id),
    groupLightId: idFrom<Room["groupLightId"]>(services[0]?.rid ?? id),
    name,
    type: "",
    sequence: 0,
  };
  if (room_kind === 1) return { ...room, kind: "wholeHouse" };
  if (room_kind === 2) return { ...room, kind: "unassigned" };
  return { ...room, kind: "normal", deviceIds: children.map(({ rid }) => idFrom(rid)) };
}

/** Scenes hang on the lights of their room as one. */
function sceneIn(rooms: readonly WireRoom[], { id, name, parent_id }: WireScene): Scene[] {
  const room = rooms.find(({ services }) => services.some(({ rid }) => keyOf(rid) === keyOf(parent_id)));
  if (!room) return [];
  const unknown = { active: false, sequence: 0, keptByLamps: true, colours: [], picture: null };
  return [{ id: idFrom(id), roomId: idFrom(room.id), name, ...unknown }];
}
