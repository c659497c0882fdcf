import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Gateway } from "../../src/core/gateway/gateway.ts";
import type { LightId } from "../../src/core/home/model/ids.ts";
import { startSimulatedBackend } from "../../src/edges/backends/simulated/start.ts";
import type { Authority } from "../../src/edges/fleet/authority/authority.ts";
import { makeCredentials } from "../../src/edges/fleet/authority/credentials.ts";
import { enrol } from "../../src/edges/fleet/authority/members.ts";
import { connectOnce } from "../../src/edges/fleet/connect-once.ts";
import { parseServers } from "../../src/edges/fleet/fleet-address.ts";
import { FleetMember } from "../../src/edges/fleet/member/fleet-member.ts";
import { MemoryStore } from "../../src/edges/store/memory-store.ts";
import { startBackend } from "../../src/runtime/start-backend.ts";
import { SYSTEM_CLOCK } from "../../src/shared/system-clock.ts";
import { MEMBER_HERE } from "../../test/support/fleet/member-here.ts";
import { type FleetChange, machineMillis } from "../support/fleet-change.ts";
import { fleetHome } from "../support/fleet-home.ts";
import { answering } from "../support/given.ts";
import { steadily } from "../support/steady-pace.ts";

/** Gateways join a fleet, with so many lights each. */
interface Join {
  readonly do: "join";
  readonly servers: readonly string[];
  readonly authority: Authority;
  /** The seed of the key that signs the credentials of gateways. */
  readonly signer: string;
  /** The credentials of an operator's commands. */
  readonly command: string;
  /** Gateways are counted through all processes. */
  readonly first: number;
  readonly count: number;
  readonly lights: number;
  readonly folder: string;
}

/** Lamps report another brightness, so many a second, each gateway and each lamp in its turn. */
interface Change {
  readonly do: "change";
  readonly perSecond: number;
  readonly seconds: number;
}

/** Whatever brightness lamps begin with, no turn is the same as the one before. */
const BRIGHTNESSES = 49;
const NOT_SERVED = { status: 503, body: '{"code":-503,"msg":"not served here","data":{}}' };
const LOOK_MILLIS = 500;
const PATIENCE_MILLIS = 600_000;

/** A gateway with simulated lamps and its place in the fleet; nobody reaches it over HTTP. */
interface FleetGateway {
  readonly member: FleetMember;
  readonly lightIds: readonly LightId[];
  report(lightId: LightId, brightnessPercent: number): void;
}

const gateways: FleetGateway[] = [];
let turn = 0;

// Many gateways of a fleet in one process.
answering<Join | Change>((question) => (question.do === "join" ? joined(question) : change(question)));

/** Settles once the fleet has all that these gateways have. */
async function joined(asked: Join): Promise<object> {
  const { servers, authority, signer, command, first, count } = asked;
  const operator = await connectOnce({ servers, credentials: command });
  for (let number = first; number < first + count; number += 1) {
    const { id, publicKey, text: credentials } = await makeCredentials(authority, "gateway", { signer });
    const addedAt = new Date().toISOString();
    await enrol(operator, "gateway", { id, name: `Floor ${number}`, publicKey, addedAt });
    gateways.push(started(number, { id, credentials, asked }));
  }
  await operator.close();
  await Promise.all(gateways.map(({ member }) => published(member)));
  return {};
}

/** On a busy machine a gateway may be out of reach for a moment later on: that does not count. */
async function published(member: FleetMember): Promise<void> {
  const giveUpMillis = performance.now() + PATIENCE_MILLIS;
  while (!member.condition.isMember || member.condition.pending > 0) {
    if (performance.now() > giveUpMillis) throw new Error(`not published: ${JSON.stringify(member.condition)}`);
    await pause(LOOK_MILLIS);
  }
}

function started(
  number: number,
  { id, credentials, asked }: { readonly id: string; readonly credentials: string; readonly asked: Join },
): FleetGateway {
  const contents = fleetHome(number, asked.lights);
  const gateway = new Gateway({ contents, store: new MemoryStore(), clock: SYSTEM_CLOCK });
  const { optimisticState } = startBackend(gateway, SYSTEM_CLOCK, startSimulatedBackend);
  const folder = join(asked.folder, id);
  mkdirSync(folder, { recursive: true });
  const address = parseServers(asked.servers.join(","));
  if ("problem" in address) throw new Error(address.problem);
  const member = FleetMember.start({
    address: { ...address, credentials, authority: undefined },
    gatewayId: id,
    folder,
    gateway,
    answer: async () => NOT_SERVED,
    busy: NOT_SERVED,
    version: "0.0.0",
    problems: () => [],
    random: Math.random,
    ...MEMBER_HERE,
  });
  return {
    member,
    lightIds: contents.lights.map((light) => light.id),
    report: (lightId, brightnessPercent) =>
      optimisticState.report({ kind: "lightChanged", lightId, state: { brightnessPercent } }),
  };
}

/** Every change, and when it was made. */
async function change({ perSecond, seconds }: Change): Promise<{ readonly made: readonly FleetChange[] }> {
  const made: FleetChange[] = [];
  await steadily({ perSecond, count: perSecond * seconds }, async () => {
    const { report, lightIds } = gateways[turn % gateways.length] ?? { lightIds: [] };
    const lap = Math.floor(turn / gateways.length);
    const lightId = lightIds[lap % lightIds.length];
    const brightness = 1 + (Math.floor(lap / lightIds.length) % BRIGHTNESSES);
    turn += 1;
    if (lightId === undefined) return;
    made.push({ lightId, brightness, atMillis: machineMillis() });
    report?.(lightId, brightness);
  });
  return { made };
}
