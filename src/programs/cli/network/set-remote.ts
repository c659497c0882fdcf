import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Room } from "../../../core/home/model/room.ts";
import { devicesIn, lightsOf } from "../../../core/home/select.ts";
import type { Refused } from "../../../edges/control/command.ts";
import type { ResultOf } from "../../../edges/control/commands.ts";
import { viewOfDevice } from "../../../edges/control/views/device-view.ts";
import { describeRoom, viewOfRoom } from "../../../edges/control/views/room-view.ts";
import {
  findSetTarget,
  parseDeviceCommand,
  parseRoomCommand,
  type SetCommand,
} from "../../../edges/control/words/set-command.ts";
import { connect, type LuxgateClient, LuxgateError } from "../../../libraries/client/index.ts";
import { printable } from "../../../shared/printable.ts";
import { CommandFault } from "../command-fault.ts";
import { addressIn } from "./client-command.ts";
import { readRemoteHome } from "./remote-home.ts";
import { savedKeys } from "./saved-keys.ts";
import { wireLightCommand, wireSyncCommand } from "./wire-command.ts";

export interface RemoteGateway {
  readonly url: string;
  readonly key?: string | undefined;
}

/** Sets what a device, or a room, of a gateway elsewhere shows, in the words of `luxgate set`; gives what the gateway shows then. */
export async function setRemote(
  { url, key }: RemoteGateway,
  { device: words, words: written }: { readonly device: string; readonly words: readonly string[] },
): Promise<ResultOf<"set">> {
  const address = addressIn(url);
  try {
    const known = key ?? (await savedKeyFor(address));
    const gateway = connect(address, known === undefined ? {} : { key: known });
    const home = await readRemoteHome(gateway);
    const target = orFault(findSetTarget(home, words));
    if ("room" in target) return await setRoom(gateway, home, { ...target, written });
    const { device } = target;
    await send(gateway, device, orFault(parseDeviceCommand(home, device, written)));
    const after = await readRemoteHome(gateway);
    return { ...viewOfDevice(after, after.devices.get(device.id) ?? device), confirmed: false };
  } catch (error) {
    throw error instanceof LuxgateError ? new CommandFault(linesOf(error), error) : error;
  }
}

async function setRoom(
  gateway: LuxgateClient,
  home: Home,
  { room, written }: { readonly room: Room; readonly written: readonly string[] },
): Promise<ResultOf<"set">> {
  const { desired } = orFault(parseRoomCommand(home, room, written));
  const lamps = devicesIn(home, room).filter(({ lightIds }) => lightIds.length > 0);
  const [light] = lamps.flatMap((device) => lightsOf(home, device));
  if (light) await gateway.setGroupLight(room.groupLightId, wireLightCommand(light, desired));
  const after = await readRemoteHome(gateway);
  const now = after.rooms.get(room.id) ?? room;
  const unreached = lamps.filter(({ online }) => !online).map(({ name }) => name);
  return { ...viewOfRoom(after, now), state: describeRoom(after, now), unreached, silent: [], confirmed: false };
}

function orFault<Found extends object>(outcome: Found | Refused): Found {
  if ("refused" in outcome) throw new CommandFault(outcome.refused.map(printable));
  return outcome;
}

async function send(gateway: LuxgateClient, device: Device, command: SetCommand): Promise<void> {
  if ("box" in command) {
    const sent = wireSyncCommand(command.box, command.desired);
    if (sent === "area")
      throw new CommandFault(["The area of a sync box can only be set on the machine of its gateway."]);
    await gateway.setSyncBox(command.box.id, sent);
  } else {
    const [light] = command.lights;
    if (light) await gateway.setDeviceLight(device.id, wireLightCommand(light, command.desired));
  }
}

/** The key that `luxgate pair --keep` saved for a gateway: found by its MAC or, if it reports none, by its address. */
async function savedKeyFor(address: string): Promise<string | undefined> {
  const kept = savedKeys();
  if (kept.length === 0) return undefined;
  const mac = await macAt(address);
  const { origin } = new URL(address);
  return kept.find((one) => (mac === undefined ? one.url === origin : one.mac === mac.toUpperCase()))?.key;
}

async function macAt(address: string): Promise<string | undefined> {
  try {
    const [bridge] = await connect(address).listBridges();
    return typeof bridge?.mac === "string" ? bridge.mac : undefined;
  } catch (error) {
    if (error instanceof LuxgateError && error.gatewayCode !== undefined) return undefined;
    throw error;
  }
}

/** The gateway's own message, and how to get a key where that is what is missing. */
const linesOf = (error: LuxgateError): readonly string[] => [
  printable(error.message),
  ...(error.code === "key-needed"
    ? ["Pair with the gateway once (luxgate pair --keep), or give a key with LUXGATE_KEY or --key."]
    : []),
];
