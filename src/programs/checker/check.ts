import type { WireBridge } from "../../core/contract/bridge.ts";
import { checkAgreement } from "./checks/agreement.ts";
import { checkBodies } from "./checks/bodies.ts";
import { checkCommands } from "./checks/commands.ts";
import { checkConnection } from "./checks/connections.ts";
import { discoverable, type ReplyTimeouts } from "./checks/datagrams.ts";
import { checkDevices, checkGatewayOnline } from "./checks/devices.ts";
import { checkDiscovery } from "./checks/discovery.ts";
import { DiscoveryAsker } from "./checks/discovery-asker.ts";
import { checkEventStream } from "./checks/event-stream.ts";
import { checkExtensions } from "./checks/extensions.ts";
import { checkDeviceFilters } from "./checks/filters.ts";
import { checkCompleteness, Mentions } from "./checks/mentions.ts";
import { MqttEvents } from "./checks/mqtt-events.ts";
import { checkPairing } from "./checks/pairing.ts";
import { checkReferences } from "./checks/references.ts";
import { checkReadOnly, checkRepeatedReads, isStill } from "./checks/repeated-reads.ts";
import { checkRequests } from "./checks/requests.ts";
import { checkGroupLight } from "./checks/room-commands.ts";
import { checkRooms, type Rooms } from "./checks/rooms.ts";
import { checkSceneFilters } from "./checks/scene-filters.ts";
import { checkSequences } from "./checks/sequences.ts";
import { checkOnes } from "./checks/single-reads.ts";
import { checkSpecialRooms } from "./checks/special-rooms.ts";
import { checkBridge } from "./gateway.ts";
import { assertKey, type Home, readHome } from "./home.ts";
import { Reader } from "./reader.ts";
import { Findings } from "./report/findings.ts";
import type { Report } from "./report/report.ts";
import { verdictsOf } from "./report/verdicts.ts";
import { ESSENTIAL, type Extra, GROUPS } from "./rules.ts";
import { NotCheckable, Session } from "./session.ts";
import type { Time } from "./time.ts";

export interface CheckOptions {
  readonly url: URL;
  readonly key: string | undefined;
  readonly extras: ReadonlySet<Extra>;
  readonly discoveryPort: number;
  readonly mqttPort: number;
  /** Between requests. */
  readonly pauseMillis: number;
  /** How long an HTTP answer may take. */
  readonly timeoutMillis: number;
  /** How long datagrams and events may take. */
  readonly replyTimeouts: ReplyTimeouts;
  /** How long to wait for a press of the button. */
  readonly pressMillis: number;
  readonly time: Time;
  /** By the wall clock, for the report. */
  readonly today: () => Date;
  readonly onProgress: (line: string) => void;
  /** Runs what changes something. If its signal aborts, the check ends once everything is put back. */
  readonly whileChanging: (task: (ended: AbortSignal) => Promise<void>) => Promise<void>;
}

/** Checks a gateway against every rule: one request at a time, and nothing is changed unless an option says so. */
export async function check(options: CheckOptions): Promise<Report> {
  const { url, extras, time } = options;
  const startedAt = options.today().toISOString();
  const begin = time.now();
  const findings = new Findings();
  const reader = new Reader(options);
  const notes: string[] = [];
  const trouble = await checkAll(new Session(reader, findings), options, notes).then(() => undefined, wordsFor);
  const verdicts = verdictsOf(findings, extras);
  const isUndone = (extra: Extra) =>
    verdicts.some(({ id, outcome }) => ESSENTIAL[extra].includes(id) && outcome === "unchecked");
  return {
    url: url.origin,
    startedAt,
    millis: Math.round(time.now() - begin),
    requests: reader.requests,
    verdicts,
    notes,
    ...(trouble === undefined ? {} : { trouble }),
    undone: [...extras].filter(isUndone),
  };
}

function wordsFor(error: unknown): string {
  if (error instanceof NotCheckable) return error.message;
  throw error;
}

async function checkAll(session: Session, options: CheckOptions, notes: string[]): Promise<void> {
  if (options.key !== undefined) await assertKey(session, options.key);
  const { home, rooms } = await readAll(session);
  await checkReads(session, home, rooms);
  const bridge = await checkBridge(session, home);
  const paired = await checkByUdp(session, options, { bridge, home });
  const key = options.key ?? paired;
  await listening(session, options, { home, rooms, key }, async () => {
    if (!options.extras.has("write")) return;
    const onNote = (line: string) => notes.push(line);
    if (key === undefined) leaveOut(session, "write", "no key is available for commands");
    else await options.whileChanging((ended) => checkCommands(session, { home, rooms, key, onNote, ended }));
  });
}

/** How often everything is read until nobody changed anything meanwhile. */
const MOST_READS = 3;

/** All lists, as they were at one time. */
async function readAll(session: Session): Promise<{ readonly home: Home; readonly rooms: Rooms }> {
  for (let reads = 1; ; reads += 1) {
    const home = await readHome(session);
    const rooms = await checkRooms(session, home);
    if (reads === MOST_READS || (await isStill(session, home))) return { home, rooms };
  }
}

/** Everything that only reads, over HTTP. */
async function checkReads(session: Session, home: Home, rooms: Rooms): Promise<void> {
  const mentions = new Mentions();
  checkDevices(session, home);
  await checkGatewayOnline(session, home);
  checkAgreement(session, home);
  checkReferences(session, home, rooms);
  checkSpecialRooms(session, home, rooms);
  checkSequences(session, home, rooms);
  await checkGroupLight(session, rooms);
  await checkOnes(session, home);
  await checkRepeatedReads(session, home);
  const added = await checkDeviceFilters(session, home, rooms);
  await checkSceneFilters(session, { home, rooms, mentions });
  await checkReadOnly(session, home);
  if (session.hasHeld("read.only")) await checkConnection(session, home);
  await checkExtensions(session, { home, rooms, mentions, added });
  await checkBodies(session, home);
  await checkRequests(session, home);
  await checkCompleteness(session, home, mentions);
}

/** Discovery, and pairing, which looks at the window by discovery; gives the key that was made. */
async function checkByUdp(
  session: Session,
  options: CheckOptions,
  { bridge, home }: { readonly bridge: WireBridge | undefined; readonly home: Home },
): Promise<string | undefined> {
  const { extras, discoveryPort, replyTimeouts, time, pressMillis, onProgress } = options;
  if (!extras.has("discovery") && !extras.has("pair")) return undefined;
  const where = await discoverable(session.reader.url.hostname, discoveryPort).catch(() => undefined);
  if (!where) {
    for (const extra of ["discovery", "pair"] as const) leaveOut(session, extra, "its host has no IPv4 address");
    return undefined;
  }
  const asker = new DiscoveryAsker(session, { where, replyTimeouts, time });
  if (extras.has("discovery")) await checkDiscovery(session, asker, { bridge, home, onProgress });
  if (!extras.has("pair")) return undefined;
  return checkPairing(session, { asker, timeoutMillis: pressMillis, onProgress });
}

/** Runs a task; with the option for events, listens to events meanwhile and checks them. */
async function listening(
  session: Session,
  { extras, mqttPort: port, replyTimeouts }: CheckOptions,
  { home, rooms, key }: { readonly home: Home; readonly rooms: Rooms; readonly key: string | undefined },
  task: () => Promise<void>,
): Promise<void> {
  if (!extras.has("events")) return task();
  await checkEventStream(session, home);
  const events = await MqttEvents.listen(session, { port, key, timeoutMillis: replyTimeouts.patienceMillis });
  try {
    await task();
    if (!session.findings.lookedAt("command.shown"))
      session.findings.leaveOut(["mqtt.item", "mqtt.light"], "nothing was changed without --write");
    else await events?.check({ home, rooms });
  } finally {
    await events?.close();
  }
}

function leaveOut({ findings }: Session, extra: Extra, why: string): void {
  findings.leaveOut(
    GROUPS.flatMap((group) => (group.extra === extra ? group.rules : [])),
    why,
  );
}
