import type { NatsConnection } from "@nats-io/transport-node";
import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Room } from "../../../core/home/model/room.ts";
import { devicesIn, lightsOf } from "../../../core/home/select.ts";
import { OPERATOR } from "../../../core/home/trail-entry.ts";
import { parseDeviceCommand, parseRoomCommand } from "../../../edges/control/words/set-command.ts";
import { FleetCommands, type GatewayOutcome } from "../../../edges/fleet/front/fleet-commands.ts";
import { pause } from "../../../shared/pause.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { CommandFault } from "../command-fault.ts";
import { wireLightCommand, wireSyncCommand } from "../network/wire-command.ts";
import type { OperatedFleet } from "./operated-fleet.ts";
import { type FleetSnapshot, gatewaysMeant, homeOf, readFleet } from "./read-fleet.ts";
import { type FleetSetResult, hasTaken, setResult } from "./set-result.ts";
import { orFault, targetIn } from "./set-target.ts";

interface SetInFleet {
  readonly device: string;
  readonly words: readonly string[];
  readonly gateway?: string | undefined;
}

/** What the fleet shows then, and what is to be said of gateways that did not do it. */
export interface SetOutcome {
  readonly now: FleetSetResult;
  readonly exceptions: string | undefined;
}

/** What is sent to a gateway: what a client of the fleet would send. */
interface Sent {
  readonly operation: Parameters<FleetCommands["write"]>[0];
  readonly id: string;
  readonly body: object;
}

/** Sets what a device, or a room, of the fleet shows, in the words of `luxgate set`: the gateway that has it does it. */
export async function setInFleet(
  { connect }: Pick<OperatedFleet, "connect">,
  { device, words, gateway }: SetInFleet,
): Promise<SetOutcome> {
  const connection = await connect("command");
  const snapshot = await readFleet(connection, { gateways: await gatewaysMeant(connection, gateway) });
  const home = homeOf(snapshot);
  const target = targetIn(home, snapshot, device);
  const sent = "room" in target ? forRoom(home, target.room, words) : forDevice(home, target.device, words);
  const { exceptions, revision, outcomes } = await send(connection, { snapshot, home, sent });
  const after = homeOf(await readAgain(connection, { snapshot, outcomes, revision }));
  return { now: setResult(after, { target, home, mirror: snapshot.mirror, outcomes }), exceptions };
}

function forDevice(home: Home, device: Device, words: readonly string[]): Sent {
  const command = orFault(parseDeviceCommand(home, device, words));
  if ("box" in command) {
    const body = wireSyncCommand(command.box, command.desired);
    if (body !== "area") return { operation: "setSyncBox", id: command.box.id, body };
    throw new CommandFault(["The area of a sync box can only be set on the machine of its gateway."]);
  }
  const [light] = command.lights;
  return { operation: "setDeviceLight", id: device.id, body: light ? wireLightCommand(light, command.desired) : {} };
}

function forRoom(home: Home, room: Room, words: readonly string[]): Sent {
  const { desired } = orFault(parseRoomCommand(home, room, words));
  const [light] = devicesIn(home, room).flatMap((device) => lightsOf(home, device));
  return { operation: "setGroupLight", id: room.groupLightId, body: light ? wireLightCommand(light, desired) : {} };
}

const SUCCESS = "success";

/** Also what each gateway did, and the newest revision that the gateways wrote because of it. */
async function send(
  connection: NatsConnection,
  { snapshot, home, sent }: { readonly snapshot: FleetSnapshot; readonly home: Home; readonly sent: Sent },
): Promise<{
  readonly exceptions: string | undefined;
  readonly revision: number;
  readonly outcomes: readonly GatewayOutcome[];
}> {
  let revision = 0;
  const outcomes: GatewayOutcome[] = [];
  const commands = new FleetCommands({
    connection,
    mirror: snapshot.mirror,
    home,
    whyRefused: () => undefined,
    silentMillis: () => 0,
    leaderlessMillis: () => 0,
    now: SYSTEM_CLOCK.now,
    shown: async (written) => {
      revision = Math.max(revision, written);
    },
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  const { operation, id, body } = sent;
  const response = await commands.write(operation, { id, body: Buffer.from(JSON.stringify(body)), by: OPERATOR });
  const { code, msg } = envelopeIn(Buffer.concat(response.body).toString());
  if (code !== 0) throw new CommandFault([sentence(msg)]);
  return { exceptions: msg === SUCCESS ? undefined : sentence(msg), revision, outcomes };
}

function envelopeIn(text: string): { readonly code: number; readonly msg: string } {
  try {
    const { code, msg } = JSON.parse(text);
    if (typeof code === "number" && typeof msg === "string") return { code, msg };
  } catch {
    // As for any other answer that is none.
  }
  throw new CommandFault(["The gateway answered something that this version does not understand."]);
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.?$/, ".")}`;

/** A copy of the bucket may be a moment behind. */
const AGAIN_MILLIS = 50;
const MOST_READS = 10;

async function readAgain(
  connection: NatsConnection,
  { snapshot, outcomes, revision }: { snapshot: FleetSnapshot; outcomes: readonly GatewayOutcome[]; revision: number },
): Promise<FleetSnapshot> {
  // What lamps of other gateways were when these were last heard of is not what the command did.
  const ids = outcomes.filter(hasTaken).map(({ gatewayId }) => gatewayId);
  const gateways = snapshot.gateways.filter(({ id }) => ids.includes(id));
  const forever = new AbortController().signal;
  for (let read = 1; ; read += 1) {
    const again = await readFleet(connection, { gateways });
    if (again.revision >= revision || read >= MOST_READS) return again;
    await pause(SYSTEM_CLOCK, AGAIN_MILLIS, forever);
  }
}
