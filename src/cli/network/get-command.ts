import { Argument, type Command } from "commander";
import type { LuxgateClient } from "../../client/index.ts";
import { CommandFault } from "../command-fault.ts";
import { printOut } from "../terminal/standard-output.ts";
import { type Cell, table } from "../terminal/table.ts";
import { type ClientOptions, clientCommand, withGateway } from "./client-command.ts";
import { lightCell } from "./light-cell.ts";

const EXAMPLES = `
Examples:
  luxgate get lights                       every light, with its room and what it shows
  luxgate get lights --room Kitchen        those of a room
  luxgate get rooms --json                 as the gateway answers, for scripts
  luxgate get scenes --url 192.168.1.20:8080`;

interface Options extends ClientOptions {
  readonly room?: string;
}

/** What was read, as it came, and as a table. */
interface Got {
  readonly resources: readonly object[];
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

type Get = (gateway: LuxgateClient, room: string | undefined) => Promise<Got>;

const KINDS = {
  lights: getLights,
  devices: getDevices,
  rooms: getRooms,
  scenes: getScenes,
  sync: getSyncBoxes,
} as const satisfies Record<string, Get>;

/** `luxgate get` */
export const getCommand = (): Command =>
  clientCommand("get", "Read what a gateway on the network has.")
    .addArgument(new Argument("<what>", "what to read").choices(Object.keys(KINDS)))
    .option("--room <name>", "only of this room, by its name or id")
    .addHelpText("after", EXAMPLES)
    .action((what: keyof typeof KINDS, options: Options) =>
      withGateway(options, async (gateway) => {
        const { resources, headings, rows } = await KINDS[what](gateway, options.room);
        printOut(options.json ? JSON.stringify(resources, null, 2) : table(headings, rows));
      }),
    );

async function getLights(gateway: LuxgateClient, room?: string): Promise<Got> {
  const devices = await devicesIn(gateway, room);
  const lit = devices.flatMap((device) => (device.ext_light ?? []).map((light) => ({ device, light })));
  return {
    resources: lit.map(({ light }) => light),
    headings: ["LIGHT", "ROOM", "SHOWS", "ONLINE", "ID"],
    rows: lit.map(({ device, light }) => [
      light.name || device.name,
      device.ext_room?.name ?? "-",
      lightCell(light),
      yesOrNo(device.online),
      light.id,
    ]),
  };
}

async function getDevices(gateway: LuxgateClient, room?: string): Promise<Got> {
  const devices = await devicesIn(gateway, room);
  return {
    resources: devices,
    headings: ["DEVICE", "ROOM", "PRODUCT", "MODEL", "ONLINE", "JOINED", "ID"],
    rows: devices.map(({ name, ext_room, product, online, join_status, id }) => [
      name,
      ext_room?.name ?? "-",
      product.cat3_name,
      product.model,
      yesOrNo(online),
      yesOrNo(join_status),
      id,
    ]),
  };
}

async function getRooms(gateway: LuxgateClient, room?: string): Promise<Got> {
  const all = await gateway.listRooms({ include_all_room: true, include_no_room: true });
  const rooms = room === undefined ? all : [roomCalled(all, room)];
  return {
    resources: rooms,
    headings: ["ROOM", "DEVICES", "ID"],
    rows: rooms.map(({ name, children, id }) => [name, String(children.length), id]),
  };
}

async function getScenes(gateway: LuxgateClient, room?: string): Promise<Got> {
  const rooms = await gateway.listRooms();
  const roomId = room === undefined ? undefined : roomCalled(rooms, room).id;
  const scenes = await gateway.listScenes(roomId === undefined ? {} : { room_uuid: roomId });
  const nameOf = (groupLight: string) =>
    rooms.find(({ services }) => services.some(({ rid }) => rid === groupLight))?.name ?? "-";
  return {
    resources: scenes,
    headings: ["SCENE", "ROOM", "ACTIVE", "ID"],
    rows: scenes.map(({ name, parent_id, is_active, id }) => [name, nameOf(parent_id), yesOrNo(is_active), id]),
  };
}

async function getSyncBoxes(gateway: LuxgateClient, room?: string): Promise<Got> {
  const all = await gateway.listSyncBoxes();
  const boxes = room === undefined ? all : all.filter(({ area_id, area_name }) => isCalled(room, area_id, area_name));
  return {
    resources: boxes,
    headings: ["SYNC BOX", "ROOM", "ON", "BRIGHTNESS", "ID"],
    rows: boxes.map(({ name, area_name, on, brightness, id }) => [
      name,
      area_name || "-",
      yesOrNo(on),
      `${brightness} %`,
      id,
    ]),
  };
}

async function devicesIn(gateway: LuxgateClient, room: string | undefined) {
  const extensions = { ext_light: true, ext_room: true };
  if (room === undefined) return gateway.listDevices(extensions);
  const { id } = roomCalled(await gateway.listRooms({ include_no_room: true, include_all_room: true }), room);
  return gateway.listDevices({ ...extensions, room_uuid: id });
}

function roomCalled<Room extends { id: string; name: string }>(rooms: readonly Room[], words: string): Room {
  const found = rooms.find(({ id, name }) => isCalled(words, id, name));
  if (found) return found;
  throw new CommandFault([`There is no room ${words}: expected one of ${rooms.map(({ name }) => name).join(", ")}.`]);
}

const isCalled = (words: string, ...names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase() === words.toLowerCase());

const yesOrNo = (flag: number): string => (flag === 1 ? "yes" : "no");
