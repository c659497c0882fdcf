import { randomInt } from "node:crypto";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Gateway } from "../core/gateway/gateway.ts";
import { compareIds } from "../core/home/collection.ts";
import type { Home } from "../core/home/home.ts";
import { ownDeviceId } from "../core/home/model/identity.ts";
import { PAIRING_WINDOW_MILLIS } from "../core/home/pairing-window.ts";
import type { TrailEntry } from "../core/home/trail-entry.ts";
import type { Bridge } from "../core/present/wire/bridge.ts";
import { connectToFleet, type FleetState, whyUnfit } from "../edges/fleet/connection.ts";
import type { FleetAddress } from "../edges/fleet/fleet-address.ts";
import { FleetBackend } from "../edges/fleet/front/fleet-backend.ts";
import { FleetCommands, type FleetCommandsOptions } from "../edges/fleet/front/fleet-commands.ts";
import { FleetKeys, PRESS_KEY } from "../edges/fleet/front/fleet-keys.ts";
import { FleetLinks } from "../edges/fleet/front/fleet-links.ts";
import { FleetRequests } from "../edges/fleet/front/fleet-requests.ts";
import { FleetSessions } from "../edges/fleet/front/fleet-sessions.ts";
import { FleetStore } from "../edges/fleet/front/fleet-store.ts";
import { BucketFollower, type FollowerOptions } from "../edges/fleet/front/follow-bucket.ts";
import { GatewayHomes } from "../edges/fleet/front/gateway-homes.ts";
import { KeysWriter } from "../edges/fleet/front/keys-writer.ts";
import { Leadership } from "../edges/fleet/front/leadership.ts";
import { listGateways } from "../edges/fleet/front/list-gateways.ts";
import { FleetMirror } from "../edges/fleet/front/mirror.ts";
import { searchLamps } from "../edges/fleet/front/search-lamps.ts";
import type { FleetIdentity } from "../edges/fleet/keys-entries.ts";
import { FLEET_BUCKET, KEYS_BUCKET } from "../edges/fleet/subjects.ts";
import type { FollowedHome } from "../edges/http/sse/gateway-streams.ts";
import { orAborted } from "../shared/or-aborted.ts";
import { fleetContents } from "./fleet-contents.ts";
import type { ReadinessProblem } from "./readiness.ts";
import { type RunningGateway, type StartOptions, startGateway } from "./start-gateway.ts";

export interface FrontStartOptions
  extends Omit<StartOptions, "contents" | "store" | "startDevices" | "order" | "sessions"> {
  readonly fleet: FleetAddress & { readonly name: string };
  readonly onFleetState: (state: FleetState) => void;
  /** What a gateway would write to its audit trail: sessions, wrong keys and links. */
  readonly onTrail?: ((entries: readonly TrailEntry[]) => void) | undefined;
  /** Called when a server is connected and the fleet's data does not come. */
  readonly onWaiting?: (() => void) | undefined;
  /** Ends the waiting for the cluster. */
  readonly signal?: AbortSignal | undefined;
}

export interface RunningFront extends RunningGateway {
  readonly mirror: FleetMirror;
  /** For how long the cluster was not heard of, or could not be written to, so that commands are refused; 0 while they are not. */
  readonly refusingMillis: number;
  /** Lets one client pair, at whichever front. */
  pressButton(): Promise<void>;
}

/** A cluster that cannot carry this front, in words. */
export class UnfitFleet extends Error {
  override readonly name = "UnfitFleet";
}

const REQUEST_MILLIS = 2_000;

/** A front that waits for the fleet's data for longer says so. */
const WAITING_MILLIS = 5_000;

/** How long the answer to a command waits until its effect has come back from the cluster. */
const SHOWN_MILLIS = 500;

/** Each front counts its events from somewhere else: an id of one means nothing to another, which says so. */
const MOST_FIRST_EVENT_ID = 2 ** 47;

/**
 * Starts a front: a gateway whose home is what all gateways of a fleet have. Resolves when it shows all of them; until
 * the cluster is there, it waits.
 */
export async function startFront(options: FrontStartOptions): Promise<RunningFront> {
  let state: FleetState | undefined;
  const connection = await connectToFleet({
    ...options.fleet,
    clock: options.clock,
    random: Math.random,
    ...(options.signal ? { signal: options.signal } : {}),
    onState: (given) => {
      state = given;
      options.onFleetState(given);
    },
  });
  const whyRefused = () => (state?.state === "refused" ? state.why : undefined);
  const parts: { stop(): void }[] = [];
  try {
    return await startConnected({ ...options, whyRefused }, connection, parts);
  } catch (fault) {
    for (const part of parts) part.stop();
    await connection.close();
    throw fault;
  }
}

async function startConnected(
  options: FrontStartOptions & Pick<FleetCommandsOptions, "whyRefused">,
  connection: NatsConnection,
  parts: { stop(): void }[],
): Promise<RunningFront> {
  const unfit = whyUnfit(connection);
  if (unfit !== undefined) throw new UnfitFleet(unfit);
  const { clock, whyRefused } = options;
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: REQUEST_MILLIS });
  const follow = (bucket: string, more: Pick<FollowerOptions, "onEntry" | "onSnapshotBegin" | "onSnapshotEnd">) => {
    const follower = new BucketFollower({ connection, manager, bucket, clock, ...more });
    parts.push(follower);
    return follower;
  };

  const mirror = new FleetMirror();
  let gateway: Gateway | undefined;
  let backend: FleetBackend | undefined;
  let homes: GatewayHomes | undefined;
  let identity: FleetIdentity | undefined;
  const keys: FleetKeys = new FleetKeys({
    onIdentity: (given) => {
      identity ??= given;
    },
    onKeys: (resources) => gateway?.submit({ kind: "resourcesMirrored", resources }),
    onGateway: (id, name) => {
      mirror.enrol(id, name);
      backend?.touched();
    },
    onPress: (endsAt) => {
      if (endsAt === undefined) gateway?.shutPairing();
      else if (endsAt > options.today()) gateway?.pressButton();
    },
    onSession: (digest, session) => sessions.take(digest, session),
    onLink: (digest, link) => links.take(digest, link),
    onRequest: (digest, request) => requests.hear(digest, request),
  });
  const writer = new KeysWriter(jetstream(connection, { timeout: REQUEST_MILLIS }), keys);
  const links = new FleetLinks(writer, options.today);
  const sessions: FleetSessions = new FleetSessions({
    writer,
    links,
    clock,
    today: options.today,
    silentMillis: () => silentMillis(),
    caughtUp: () => followedKeys.caughtUp(SHOWN_MILLIS),
  });
  const { refuseIfSilent, catchUp } = sessions;
  const requests = new FleetRequests({ writer, clock, today: options.today, refuseIfSilent, catchUp });
  const keysHeard = soon();
  const followedKeys = follow(KEYS_BUCKET, {
    onEntry: (entry) => keys.take(entry),
    onSnapshotBegin: () => keys.beginSnapshot(),
    onSnapshotEnd: () => {
      keys.endSnapshot();
      keysHeard.done();
    },
  });
  await heard(keysHeard.promise, options);
  if (!identity) throw new UnfitFleet("the fleet is not set up yet: run luxgate fleet setup");

  const allHeard = soon();
  const followed = follow(FLEET_BUCKET, {
    onEntry: (entry) => {
      mirror.take(entry, clock.now());
      if (mirror.isTouched) backend?.touched();
    },
    onSnapshotBegin: (serverMillis) => mirror.beginSnapshot({ nowMillis: clock.now(), serverMillis }),
    onSnapshotEnd: () => {
      mirror.endSnapshot(clock.now());
      backend?.touched();
      allHeard.done();
    },
  });
  await heard(allHeard.promise, options);
  const leadership = new Leadership({ connection, manager, bucket: FLEET_BUCKET, clock });
  parts.push(leadership);
  // What is not heard of the keys may be that one was revoked.
  const silentMillis = () => Math.max(followed.silentMillis, followedKeys.silentMillis);
  const running = await startGateway({
    ...options,
    contents: fleetContents(identity, mirror),
    store: new FleetStore(writer, keys, options.onTrail),
    sessions: { keeper: sessions, requests, linkCommand: "luxgate fleet open" },
    pairingAdvice: "open pairing with luxgate fleet press, then try again within 10 s",
    order: "id-but-rooms",
    isMirror: true,
    startDevices: (context) => {
      mirror.shareWith(context.home);
      homes = new GatewayHomes(mirror, context.home);
      backend = new FleetBackend({ mirror, context, silentMillis, onTouched: (keys) => homes?.follow(keys) });
      return backend;
    },
    readinessProblems: () => [
      ...refusal(whyRefused()),
      ...staleness(silentMillis()),
      ...powerlessness(leadership.missingMillis),
    ],
    otherBridges: () => bridgesOf(mirror, gateway?.home),
    isOf: (gatewayId, kind, id) => mirror.isOf(gatewayId, kind, id),
    gateways: {
      list: () => {
        const listed = listGateways(mirror);
        return { silentSeconds: Math.round(silentMillis() / 1_000), count: listed.length, gateways: listed };
      },
      openHome: (gatewayId) => openIn(homes, gatewayId),
      searchLamps: (text) => searchLamps({ home: running.gateway.home, mirror }, text),
    },
    firstEventId: randomInt(MOST_FIRST_EVENT_ID),
    commands: ({ home }) =>
      new FleetCommands({
        connection,
        mirror,
        home,
        whyRefused,
        silentMillis,
        leaderlessMillis: () => leadership.missingMillis,
        now: clock.now,
        shown: async (revision, mostMillis) => {
          await followed.reached(revision, Math.min(SHOWN_MILLIS, mostMillis));
          backend?.showNow();
        },
      }),
  });
  gateway = running.gateway;
  keys.tellAgain();
  return {
    ...running,
    mirror,
    get refusingMillis() {
      return Math.max(silentMillis(), leadership.missingMillis);
    },
    pressButton: async () => {
      const endsAt = new Date(options.today().getTime() + PAIRING_WINDOW_MILLIS).toISOString();
      await writer.put(PRESS_KEY, { endsAt }, { ttlSeconds: PAIRING_WINDOW_MILLIS / 1_000 });
    },
    stop: async () => {
      for (const part of parts) part.stop();
      await running.stop();
      await connection.close();
    },
  };
}

/** Known at once, before the silence is long enough to be noticed. */
const refusal = (why: string | undefined): readonly ReadinessProblem[] =>
  why === undefined ? [] : [{ words: `${why}: what is shown may be old, and commands are refused`, detail: "" }];

/** How old the answers of a front may be that has lost its cluster. */
function staleness(millis: number): readonly ReadinessProblem[] {
  if (millis === 0) return [];
  const seconds = Math.round(millis / 1_000);
  const words = `the fleet has not been heard of for ${seconds} s: what is shown may be that old, and commands are refused`;
  return [{ words, detail: "" }];
}

/** The data may be new, as gateways cannot publish: nothing is stored while most servers are down. */
function powerlessness(millis: number): readonly ReadinessProblem[] {
  if (millis === 0) return [];
  const seconds = Math.round(millis / 1_000);
  const words = `most of the fleet's servers have not answered for ${seconds} s: nothing can be stored, and commands are refused`;
  return [{ words, detail: "" }];
}

/** Waits for the fleet's data, and says so where that takes long. */
async function heard(data: Promise<void>, { clock, signal, onWaiting }: FrontStartOptions): Promise<void> {
  const cancel = clock.after(WAITING_MILLIS, () => onWaiting?.());
  await orAborted(data, signal).finally(cancel);
}

/** The gateways that are shown, at every front in the same order, with the address at which each is reached by clients of its own. */
function bridgesOf(mirror: FleetMirror, home: Home | undefined): readonly Bridge[] {
  const bridges = mirror.members.flatMap(({ identity, presence }): readonly Bridge[] => {
    const device = identity && home?.devices.get(ownDeviceId(identity));
    return device ? [{ id: device.id, device, identity, ip: presence?.ip ?? "" }] : [];
  });
  return bridges.sort((one, other) => compareIds(one.id, other.id));
}

function openIn(homes: GatewayHomes | undefined, gatewayId: string): FollowedHome {
  if (!homes) throw new Error("there are no homes before there are devices");
  return homes.open(gatewayId);
}

function soon(): { readonly promise: Promise<void>; readonly done: () => void } {
  let done: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { promise, done: () => done() };
}
