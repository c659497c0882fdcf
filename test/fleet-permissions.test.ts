import { jetstream } from "@nats-io/jetstream";
import { encodeUser, fmtCreds } from "@nats-io/jwt";
import { createAccount, createUser } from "@nats-io/nkeys";
import { headers, type Msg, type MsgHdrs, type NatsConnection, type Subscription } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Credentials } from "../src/edges/fleet/authority/credentials.ts";
import { entriesOf, putKeysEntry } from "../src/edges/fleet/bucket-entries.ts";
import { connectOnce } from "../src/edges/fleet/connect-once.ts";
import { commandSubject, FLEET_BUCKET, KEYS_BUCKET, putSubject } from "../src/edges/fleet/subjects.ts";
import { startFleet, type TestFleet } from "./support/nats/fleet-servers.ts";
import { startLeafNode } from "./support/nats/leaf-node.ts";

/** What must neither change nor be read. */
const SECRET = "only-for-others";

/** Whose credentials were stolen, and how they are used. */
const THEFTS = ["a stolen gateway", "a stolen gateway of a leaf node", "a stolen leaf node"] as const;
type Theft = (typeof THEFTS)[number];

interface Thief {
  readonly credentials: Credentials;
  readonly connection: NatsConnection;
}

interface Scene {
  readonly fleet: TestFleet;
  readonly leaf: Awaited<ReturnType<typeof startLeafNode>>;
  readonly thieves: Readonly<Record<Theft, Thief>>;
  readonly victim: { readonly id: string; readonly connection: NatsConnection; readonly commands: Msg[] };
  readonly front: NatsConnection;
  readonly operator: NatsConnection;
}

let scene: Scene;

beforeAll(async () => {
  const fleet = await startFleet();
  const theirs = await fleet.credentials("gateway");
  const others = await fleet.connect(theirs);
  const [ofGateway, ofLeaf, inLeaf] = [
    await fleet.credentials("gateway"),
    await fleet.credentials("leaf"),
    await fleet.credentials("leaf"),
  ];
  const leaf = await startLeafNode(fleet.leafUrls, [inLeaf]);
  const throughLeaf = await connectOnce({ servers: [leaf.server.url], credentials: inLeaf.text });
  const thieves = {
    "a stolen gateway": { credentials: ofGateway, connection: await fleet.connect(ofGateway) },
    "a stolen gateway of a leaf node": { credentials: ofLeaf, connection: await fleet.connect(ofLeaf) },
    "a stolen leaf node": { credentials: inLeaf, connection: throughLeaf },
  };
  const operator = await fleet.connect();
  const commands: Msg[] = [];
  const front = await fleet.connect(await fleet.credentials("front"));
  others.subscribe(commandSubject(theirs.id), {
    callback: (_, message) => {
      if (message.string() === "barrier") message.respond("reached");
      else commands.push(message);
    },
  });
  await others.flush();
  const puts = jetstream(others);
  for (const key of ["lights.L1", "lights.L2", "presence"]) await puts.publish(putSubject(theirs.id, key), SECRET);
  const enrolments = Object.values(thieves).map(({ credentials }) => `gateway.${credentials.id}`);
  for (const key of ["identity", "key.K1", ...enrolments]) {
    await putKeysEntry(operator, key, { value: SECRET });
  }
  await vi.waitFor(() => jetstream(throughLeaf).publish(putSubject(inLeaf.id, "lights.X"), "mine"), {
    timeout: 60_000,
  });
  scene = { fleet, leaf, thieves, victim: { id: theirs.id, connection: others, commands }, front, operator };
});

afterAll(async () => {
  await scene.thieves["a stolen leaf node"].connection.close();
  await scene.leaf.stop();
  await scene.fleet.stop();
});

/** What a thief has to try with. */
interface Means {
  readonly me: string;
  readonly other: string;
  /** Publishes, with whatever reply subject and headers. */
  send(
    subject: string,
    options?: { readonly text?: string; readonly reply?: string; readonly headers?: MsgHdrs },
  ): void;
  /** Asks, and waits for an answer for a moment; what comes is read. */
  ask(subject: string, text?: unknown): Promise<void>;
  /** Listens, also as one of a group; what comes is read. */
  listen(subject: string, queue?: string): void;
}

const JS = "$JS.API";

function header(name: string, value: string, ...more: readonly (readonly [string, string])[]): MsgHdrs {
  const made = headers();
  for (const [key, text] of [[name, value] as const, ...more]) made.set(key, text);
  return made;
}

const CONSUMER = (config: object) => ({ stream_name: "KV_fleet", config: { ack_policy: "none", ...config } });

/** Everything that was thought of, in words. */
const ATTEMPTS: readonly (readonly [tries: string, attempt: (means: Means) => unknown])[] = [
  // Entries of others, and of the fleet
  ["put an entry of another gateway", ({ send, other }) => send(`lux.put.${other}.lights.L1`)],
  ["put another gateway's presence", ({ ask, other }) => ask(`lux.put.${other}.presence`, "gone")],
  ["put to all gateways by a wildcard", ({ send }) => send("lux.put.*.lights.L1")],
  ["put to all subjects by a wildcard", ({ send }) => send("lux.put.>")],
  ["put without a gateway", ({ send }) => send("lux.put")],
  ["put under an id that begins like its own", ({ send, me }) => send(`lux.put.${me}x.lights.L1`)],
  ["write the bucket by its own name", ({ ask, other }) => ask(`$KV.fleet.${other}.lights.L1`, "stolen")],
  ["write its own entry by the bucket's own name", ({ ask, me }) => ask(`$KV.fleet.${me}.lights.L1`, "mine")],
  ["write a key", ({ ask }) => ask("$KV.keys.key.K1", "stolen")],
  ["write keys under the name of puts", ({ ask }) => ask("lux.put.keys.key.K1", "stolen")],
  ["write its own enrolment", ({ ask, me }) => ask(`$KV.keys.gateway.${me}`, "stolen")],
  // Acknowledgements sent elsewhere: the server checks no reply subject
  ...[
    (other: string) => `lux.put.${other}.lights.L1`,
    (other: string) => `$KV.fleet.${other}.lights.L1`,
    () => "$KV.keys.key.K1",
    () => `${JS}.STREAM.PURGE.KV_fleet`,
    () => `${JS}.STREAM.DELETE.KV_keys`,
    () => "$SYS.REQ.CLAIMS.UPDATE",
  ].map(
    (subject) =>
      [
        `have an acknowledgement stored at ${subject("another")}`,
        ({ send, me, other }: Means) => send(`lux.put.${me}.lights.X`, { text: SECRET, reply: subject(other) }),
      ] as const,
  ),
  [
    "have an error stored as an entry of another",
    ({ send, me, other }) =>
      send(`lux.put.${me}.lights.X`, {
        reply: `lux.put.${other}.lights.L1`,
        headers: header("Nats-Expected-Last-Subject-Sequence", "99999"),
      }),
  ],
  // Headers that do something to other entries
  [
    "remove all entries by a roll-up of all",
    ({ send, me }) => send(`lux.put.${me}.lights.X`, { headers: header("Nats-Rollup", "all") }),
  ],
  [
    "remove all entries by a roll-up of a subject",
    ({ send, me }) => send(`lux.put.${me}.lights.X`, { headers: header("Nats-Rollup", "sub") }),
  ],
  [
    "have an entry written later to another",
    ({ send, me, other }) =>
      send(`lux.put.${me}.lights.X`, {
        headers: header("Nats-Schedule", "@at 2020-01-01T00:00:00Z", [
          "Nats-Schedule-Target",
          `$KV.fleet.${other}.lights.L1`,
        ]),
      }),
  ],
  [
    "write a batch that begins with its own entry",
    ({ send, me, other }) => {
      const batch = (sequence: number) =>
        header("Nats-Batch-Id", "b1", ["Nats-Batch-Sequence", `${sequence}`], ["Nats-Batch-Commit", "1"]);
      send(`lux.put.${me}.lights.X`, { headers: batch(1) });
      send(`lux.put.${other}.lights.L1`, { headers: batch(2) });
    },
  ],
  ["count on another's entry", ({ send, me }) => send(`lux.put.${me}.lights.X`, { headers: header("Nats-Incr", "1") })],
  ...[
    (other: string) => `lux.cmd.${other}`,
    (other: string) => `$KV.fleet.${other}.lights.L1`,
    () => "$KV.keys.key.K1",
  ].map(
    (subject) =>
      [
        `have the trace of a message sent to ${subject("another")}`,
        ({ send, me, other }: Means) =>
          send(`lux.put.${me}.lights.X`, { headers: header("Nats-Trace-Dest", subject(other)) }),
      ] as const,
  ),
  [
    "have an entry sent on as if another stream were its source",
    ({ send, me, other }) =>
      send(`lux.put.${me}.lights.X`, {
        headers: header("Nats-Stream-Source", `KV_fleet 1 > > $KV.fleet.${other}.lights.L1`),
      }),
  ],
  [
    "have another's entry end by a lifetime",
    ({ send, other }) => send(`lux.put.${other}.lights.L1`, { headers: header("Nats-TTL", "1s") }),
  ],
  // Reading
  ["read an entry of another", ({ ask, other }) => ask(`${JS}.DIRECT.GET.KV_fleet.$KV.fleet.${other}.lights.L1`)],
  ["read a key", ({ ask }) => ask(`${JS}.DIRECT.GET.KV_keys.$KV.keys.key.K1`)],
  ["read an entry by its number", ({ ask }) => ask(`${JS}.DIRECT.GET.KV_fleet`, { seq: 1 })],
  ["read many entries at once", ({ ask }) => ask(`${JS}.DIRECT.GET.KV_keys`, { multi_last: [">"] })],
  ["read by the older interface", ({ ask }) => ask(`${JS}.STREAM.MSG.GET.KV_keys`, { seq: 1 })],
  [
    "have an entry read to another subject",
    ({ send, me, other }) =>
      send(`${JS}.DIRECT.GET.KV_fleet.$KV.fleet.${me}.lights.X`, { reply: `$KV.fleet.${other}.lights.L1` }),
  ],
  // Consumers
  [
    "make a consumer for itself",
    ({ ask, listen, me }) => {
      listen(`_INBOX.${me}.consumer`);
      return ask(
        `${JS}.CONSUMER.CREATE.KV_fleet.c1`,
        CONSUMER({ name: "c1", deliver_subject: `_INBOX.${me}.consumer` }),
      );
    },
  ],
  [
    "make a consumer for keys with a filter",
    ({ ask, listen, me }) => {
      listen(`_INBOX.${me}.consumer`);
      const config = { name: "c2", deliver_subject: `_INBOX.${me}.consumer`, filter_subject: "$KV.keys.>" };
      return ask(`${JS}.CONSUMER.CREATE.KV_keys.c2.$KV.keys.>`, { ...CONSUMER(config), stream_name: "KV_keys" });
    },
  ],
  [
    "make a durable consumer",
    ({ ask, me }) =>
      ask(
        `${JS}.CONSUMER.DURABLE.CREATE.KV_fleet.d1`,
        CONSUMER({ durable_name: "d1", deliver_subject: `_INBOX.${me}.d` }),
      ),
  ],
  [
    "make a consumer that delivers to another's commands",
    ({ ask, other }) =>
      ask(`${JS}.CONSUMER.CREATE.KV_fleet.c3`, CONSUMER({ name: "c3", deliver_subject: `lux.cmd.${other}` })),
  ],
  ["take messages of a consumer", ({ ask }) => ask(`${JS}.CONSUMER.MSG.NEXT.KV_fleet.c1`, { batch: 10 })],
  ["list consumers", ({ ask }) => ask(`${JS}.CONSUMER.NAMES.KV_fleet`)],
  // Streams
  ...[
    ...["INFO.KV_fleet", "INFO.KV_keys", "PURGE.KV_fleet", "DELETE.KV_fleet", "DELETE.KV_keys", "SNAPSHOT.KV_keys"],
    ...["RESTORE.KV_keys", "LEADER.STEPDOWN.KV_fleet", "PEER.REMOVE.KV_fleet", "MSG.DELETE.KV_keys", "LIST"],
  ].map((api) => [`use the stream interface: ${api}`, ({ ask }: Means) => ask(`${JS}.STREAM.${api}`, {})] as const),
  ["list streams", ({ ask }) => ask(`${JS}.STREAM.NAMES`)],
  ["make a stream over all subjects", ({ ask }) => ask(`${JS}.STREAM.CREATE.mine`, { name: "mine", subjects: [">"] })],
  [
    "make a stream that mirrors keys",
    ({ ask }) => ask(`${JS}.STREAM.CREATE.mine`, { name: "mine", mirror: { name: "KV_keys" } }),
  ],
  [
    "allow roll-ups in the bucket",
    ({ ask }) =>
      ask(`${JS}.STREAM.UPDATE.KV_fleet`, { name: "KV_fleet", subjects: ["$KV.fleet.>"], allow_rollup_hdrs: true }),
  ],
  ["ask for the account", ({ ask }) => ask(`${JS}.INFO`)],
  ["purge the account", ({ ask, me }) => ask(`${JS}.ACCOUNT.PURGE.${me}`)],
  ["have the cluster choose another leader", ({ ask }) => ask(`${JS}.META.LEADER.STEPDOWN`)],
  ["remove a server from the cluster", ({ ask }) => ask(`${JS}.SERVER.REMOVE`, { peer: "n0" })],
  ...["DELETE.KV_fleet.c1", "PAUSE.KV_fleet.c1", "INFO.KV_fleet.c1", "UNPIN.KV_fleet.c1", "RESET.KV_fleet.c1"].map(
    (api) => [`use the consumer interface: ${api}`, ({ ask }: Means) => ask(`${JS}.CONSUMER.${api}`, {})] as const,
  ),
  // Listening
  ...[
    ">",
    "*.>",
    "lux.>",
    "lux.*.*",
    "lux.cmd.*",
    "lux.put.>",
    "$KV.>",
    "_INBOX.>",
    "_INBOX.*.>",
    "_R_.>",
    "_R_.*",
    "$JS.>",
    "$SYS.>",
    "$JS.FC.>",
  ].map((subject) => [`listen to ${subject}`, ({ listen }: Means) => listen(subject)] as const),
  ["listen to another's commands", ({ listen, other }) => listen(`lux.cmd.${other}`)],
  ["share another's commands in a group", ({ listen, other }) => listen(`lux.cmd.${other}`, "group")],
  ["listen to another's inbox", ({ listen, other }) => listen(`_INBOX.${other}.>`)],
  ["listen to its own inbox of one level, by a group", ({ listen }) => listen("_INBOX.*", "group")],
  // Commands, answers, and the system
  ["command another gateway", ({ ask, other }) => ask(`lux.cmd.${other}`, { operation: "setLight" })],
  ["command all gateways by a wildcard", ({ send }) => send("lux.cmd.*", { reply: "x" })],
  ["answer in another's inbox", ({ send, other }) => send(`_INBOX.${other}.1`)],
  ["answer for another through the import", ({ send }) => send("_R_.aaaaaaaa")],
  ["acknowledge or control others' consumers", ({ send }) => send("$JS.ACK.KV_fleet.c1.1.1.1.1.1")],
  ["ask the system for servers", ({ ask }) => ask("$SYS.REQ.SERVER.PING")],
  ["ask the system for connections", ({ ask }) => ask("$SYS.REQ.SERVER.PING.CONNZ", {})],
  ["ask the system for its own account", ({ ask }) => ask("$SYS.REQ.ACCOUNT.PING.CONNZ", {})],
  ["reload a server", ({ ask }) => ask("$SYS.REQ.SERVER.PING.RELOAD")],
  ["list and delete accounts", ({ ask }) => ask("$SYS.REQ.CLAIMS.LIST")],
  ["change an account", ({ ask }) => ask("$SYS.REQ.CLAIMS.UPDATE", "stolen")],
  ["ask who it is itself", ({ ask }) => ask("$SYS.REQ.USER.INFO")],
];

describe.each(THEFTS)("%s", (theft) => {
  test.each(ATTEMPTS)("cannot %s", async (_, attempt) => {
    const thief = scene.thieves[theft];
    const before = await foreignEntries(thief);
    const read = await tried(thief, attempt);
    expect(read.filter((text) => text.includes(SECRET))).toEqual([]);
    expect(await foreignEntries(thief)).toEqual(before);
    expect(scene.victim.commands.map((message) => message.string())).toEqual([]);
  });

  test("puts its own entries and answers its own commands", async () => {
    const { credentials, connection } = scene.thieves[theft];
    const { seq } = await jetstream(connection).publish(putSubject(credentials.id, "lights.X"), "mine");
    expect(seq).toBeGreaterThan(0);
    const answer = (_: unknown, message: Msg) => void message.respond("done");
    const subscription = connection.subscribe(commandSubject(credentials.id), { callback: answer });
    await connection.flush();
    const command = () => scene.front.request(commandSubject(credentials.id), "{}", { timeout: 1_000 });
    await expect.poll(() => command().then((done) => done.string(), String)).toBe("done");
    subscription.unsubscribe();
  });
});

test("left: an acknowledgement can be thrown at another gateway's commands, without a reply subject", async () => {
  scene.victim.commands.length = 0;
  await tried(scene.thieves["a stolen gateway"], ({ send, me, other }) =>
    send(`lux.put.${me}.lights.X`, { reply: commandSubject(other) }),
  );
  for (const message of scene.victim.commands) {
    expect(message.reply ?? "").toBe("");
    expect(JSON.parse(message.string())).toMatchObject({ stream: "KV_fleet" });
  }
  expect(scene.victim.commands.length).toBeLessThanOrEqual(1);
  scene.victim.commands.length = 0;
});

test("left: a refusal tells the number of another gateway's entry", async () => {
  const { victim } = scene;
  const thief = scene.thieves["a stolen gateway"];
  const told = await thief.connection.request(putSubject(thief.credentials.id, "lights.X"), "", {
    timeout: 20_000,
    headers: header("Nats-Expected-Last-Subject-Sequence", "99999", [
      "Nats-Expected-Last-Subject-Sequence-Subject",
      `$KV.fleet.${victim.id}.lights.L1`,
    ]),
  });
  expect(told.string()).not.toContain(SECRET);
  expect(told.json()).toMatchObject({ error: { err_code: 10071 } });
});

test("left: a message id of another that is known swallows the other's put; ids are random", async () => {
  const { victim } = scene;
  const thief = scene.thieves["a stolen gateway"];
  const stolen = "an-id-that-leaked";
  await jetstream(thief.connection).publish(putSubject(thief.credentials.id, "lights.X"), "1", { msgID: stolen });
  const put = await jetstream(victim.connection).publish(putSubject(victim.id, "lights.L3"), "1", { msgID: stolen });
  expect(put.duplicate).toBe(true);
});

test("credentials that a gateway signs itself are refused", async () => {
  const { fleet, victim } = scene;
  const user = createUser();
  const account = fleet.authority.accounts.GATEWAYS;
  const forged = [
    await encodeUser(victim.id, user, account, {}, { signer: createAccount() }),
    await encodeUser(victim.id, user, createAccount(), {}),
  ].map((jwt) => new TextDecoder().decode(fmtCreds(jwt, user)));
  for (const credentials of forged) {
    await expect(connectOnce({ servers: fleet.urls, credentials })).rejects.toThrow("refused");
  }
});

/** All entries but the thief's own, and the one that its owner writes meanwhile, with their numbers. */
async function foreignEntries(thief: Thief): Promise<readonly string[]> {
  const { operator, victim } = scene;
  const all = [...(await entriesOf(operator, FLEET_BUCKET, ">")), ...(await entriesOf(operator, KEYS_BUCKET, ">"))];
  return all
    .filter(({ key }) => !key.startsWith(`${thief.credentials.id}.`) && key !== `${victim.id}.lights.L2`)
    .map(({ key, revision, text }) => `${key} ${revision} ${text}`);
}

/** Does it, and gives what the thief read once all of it has had its effect. */
async function tried(thief: Thief, attempt: (means: Means) => unknown): Promise<readonly string[]> {
  const { victim, front } = scene;
  const { connection } = thief;
  const me = thief.credentials.id;
  const subscriptions: Subscription[] = [];
  const read: string[] = [];
  const take = (_: unknown, message: Msg) => void read.push(message.string?.() ?? "");
  const text = (given: unknown) => (typeof given === "string" ? given : JSON.stringify(given ?? ""));
  await attempt({
    me,
    other: victim.id,
    send: (subject, { text: data = "stolen", ...options } = {}) => connection.publish(subject, data, options),
    ask: async (subject, given) => {
      const answer = await connection.request(subject, text(given), { timeout: 300 }).catch(() => undefined);
      if (answer) read.push(answer.string());
    },
    listen: (subject, queue) => {
      const options = { callback: take, ...(queue === undefined ? {} : { queue }) };
      subscriptions.push(connection.subscribe(subject, options));
    },
  });
  await connection.flush();
  // Others live on meanwhile: something to overhear. What was published before has arrived when these are answered.
  await jetstream(victim.connection).publish(putSubject(victim.id, "lights.L2"), SECRET);
  await jetstream(connection).publish(putSubject(me, "lights.X"), "mine");
  await front.request(commandSubject(victim.id), "barrier");
  await connection.flush();
  for (const subscription of subscriptions) subscription.unsubscribe();
  return read;
}
