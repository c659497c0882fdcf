import { Argument, type Command } from "commander";
import type { LuxgateClient } from "../../../libraries/client/index.ts";
import { printableJson } from "../../../shared/printable.ts";
import { CommandFault } from "../command-fault.ts";
import { csvOption, fits, printList } from "../terminal/listing.ts";
import { printOut } from "../terminal/standard-output.ts";
import { type Cell, table } from "../terminal/table.ts";
import { type ClientOptions, clientCommand, withGateway } from "./client-command.ts";
import { lightCell } from "./light-cell.ts";

const EXAMPLES = `
Examples:
  luxgate get lights                       every light with its room and state
  luxgate get lights --room Kitchen        the lights of a room
  luxgate get devices --offline --csv      offline devices, for a spreadsheet
  luxgate get lights --name "Desk*"        lights whose names begin with Desk
  luxgate get rooms --json                 JSON as the gateway returns it, for scripts
  luxgate get scenes --url 192.168.1.20:8080`;

interface Options extends ClientOptions {
  readonly room?: string;
  readonly name?: string;
  readonly product?: string;
  readonly offline: boolean;
  readonly csv: boolean;
}

/** A resource as it came, as a row of a table, and what it is chosen by. */
interface Item {
  readonly resource: object;
  readonly cells: readonly Cell[];
  readonly name: string;
  readonly product?: string;
  readonly isOnline?: boolean;
}

interface Got {
  readonly headings: readonly string[];
  readonly items: readonly Item[];
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
  clientCommand("get", "List lights, devices, rooms, scenes or sync boxes of a gateway.")
    .addArgument(new Argument("<what>", "what to list").choices(Object.keys(KINDS)))
    .option("--room <name>", "only this room, by name or id")
    .option("--name <pattern>", 'only matching names; "Desk*" matches every name that begins with Desk')
    .option("--product <pattern>", 'only lights and devices of this product, such as "*bulb"')
    .option("--offline", "only lights and devices that are offline", false)
    .addOption(csvOption())
    .addHelpText("after", EXAMPLES)
    .action((what: keyof typeof KINDS, options: Options) =>
      withGateway(options, async (gateway) => {
        const { headings, items } = await KINDS[what](gateway, options.room);
        show(headings, items.filter(isWanted(options)), options);
      }),
    );

function show(headings: readonly string[], items: readonly Item[], { json, csv }: Options): void {
  const resources = items.map(({ resource }) => resource);
  const columns = headings.map((heading, index) => ({ heading, cell: ({ cells }: Item) => cells[index] ?? "" }));
  if (json) printOut(printableJson(resources, 2));
  else printList({ json, csv }, items, { columns, none: table(headings, []) });
}

/** What is of no product, or is no device, is left out where that is asked for. */
function isWanted({ name, product, offline }: Options): (item: Item) => boolean {
  const [fitsName, fitsProduct] = [fits(name), fits(product)];
  return (item) =>
    fitsName(item.name) &&
    (product === undefined || fitsProduct(item.product ?? "")) &&
    !(offline && item.isOnline !== false);
}

async function getLights(gateway: LuxgateClient, room?: string): Promise<Got> {
  const devices = await devicesIn(gateway, room);
  const lit = devices.flatMap((device) => (device.ext_light ?? []).map((light) => ({ device, light })));
  return {
    headings: ["LIGHT", "ROOM", "SHOWS", "ONLINE", "ID"],
    items: lit.map(({ device, light }) => ({
      resource: light,
      name: light.name || device.name,
      product: device.product.cat3_name,
      isOnline: device.online === 1,
      cells: [
        light.name || device.name,
        device.ext_room?.name ?? "-",
        lightCell(light),
        yesOrNo(device.online),
        light.id,
      ],
    })),
  };
}

async function getDevices(gateway: LuxgateClient, room?: string): Promise<Got> {
  const devices = await devicesIn(gateway, room);
  return {
    headings: ["DEVICE", "ROOM", "PRODUCT", "MODEL", "ONLINE", "JOINED", "ID"],
    items: devices.map((resource) => {
      const { name, ext_room, product, online, join_status, id } = resource;
      const room = ext_room?.name ?? "-";
      return {
        resource,
        name,
        product: product.cat3_name,
        isOnline: online === 1,
        cells: [name, room, product.cat3_name, product.model, yesOrNo(online), yesOrNo(join_status), id],
      };
    }),
  };
}

async function getRooms(gateway: LuxgateClient, room?: string): Promise<Got> {
  const all = await gateway.listRooms({ include_all_room: true, include_no_room: true });
  const rooms = room === undefined ? all : [roomCalled(all, room)];
  return {
    headings: ["ROOM", "DEVICES", "ID"],
    items: rooms.map((resource) => {
      const { name, children, id } = resource;
      return { resource, name, cells: [name, String(children.length), id] };
    }),
  };
}

async function getScenes(gateway: LuxgateClient, room?: string): Promise<Got> {
  const rooms = await gateway.listRooms();
  const roomId = room === undefined ? undefined : roomCalled(rooms, room).id;
  const scenes = await gateway.listScenes(roomId === undefined ? {} : { room_uuid: roomId });
  const nameOf = (groupLight: string) =>
    rooms.find(({ services }) => services.some(({ rid }) => rid === groupLight))?.name ?? "-";
  return {
    headings: ["SCENE", "ROOM", "ACTIVE", "ID"],
    items: scenes.map((resource) => {
      const { name, parent_id, is_active, id } = resource;
      return { resource, name, cells: [name, nameOf(parent_id), yesOrNo(is_active), id] };
    }),
  };
}

async function getSyncBoxes(gateway: LuxgateClient, room?: string): Promise<Got> {
  const all = await gateway.listSyncBoxes();
  const boxes = room === undefined ? all : all.filter(({ area_id, area_name }) => isCalled(room, area_id, area_name));
  return {
    headings: ["SYNC BOX", "ROOM", "ON", "BRIGHTNESS", "ID"],
    items: boxes.map((resource) => {
      const { name, area_name, on, brightness, id } = resource;
      return { resource, name, cells: [name, area_name || "-", yesOrNo(on), `${brightness}%`, id] };
    }),
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
  throw new CommandFault([`There is no room "${words}". Use one of: ${rooms.map(({ name }) => name).join(", ")}.`]);
}

const isCalled = (words: string, ...names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase() === words.toLowerCase());

const yesOrNo = (flag: number): string => (flag === 1 ? "yes" : "no");
