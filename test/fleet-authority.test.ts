import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstream } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { FleetFolder } from "../src/edges/fleet/authority/fleet-folder.ts";
import { makeFleet } from "../src/edges/fleet/authority/make-fleet.ts";
import { forget } from "../src/edges/fleet/authority/members.ts";
import { entriesOf } from "../src/edges/fleet/bucket-entries.ts";
import { connectOnce } from "../src/edges/fleet/connect-once.ts";
import { type FleetAddress, parseServers } from "../src/edges/fleet/fleet-address.ts";
import { FleetIdentity, keysEntryFrom } from "../src/edges/fleet/keys-entries.ts";
import { entrySubject, FLEET_BUCKET, KEYS_BUCKET, putSubject } from "../src/edges/fleet/subjects.ts";
import { SERVED_HERE } from "../src/libraries/testing/forgetful-gateway.ts";
import { addClientKey } from "../src/programs/cli/fleet/client-keys.ts";
import { memberToRemove } from "../src/programs/cli/fleet/find-member.ts";
import { backupText, restore } from "../src/programs/cli/fleet/fleet-backup.ts";
import { fleetStatus } from "../src/programs/cli/fleet/fleet-status.ts";
import { gatewayList } from "../src/programs/cli/fleet/gateway-list.ts";
import { addMember, removeMember, renewMember } from "../src/programs/cli/fleet/members.ts";
import { type OperatedFleet, withFleet } from "../src/programs/cli/fleet/operated-fleet.ts";
import { problemList } from "../src/programs/cli/fleet/problem-list.ts";
import { endFormerAccountKeys, endFormerKeys, rotateAccounts, rotateRole } from "../src/programs/cli/fleet/rotate.ts";
import { setUpFleet } from "../src/programs/cli/fleet/set-up-fleet.ts";
import { startFront } from "../src/runtime/start-front.ts";
import { SYSTEM_CLOCK } from "../src/shared/system-clock.ts";
import { HttpClient } from "./support/http/http-client.ts";
import { ConfiguredServers } from "./support/nats/configured-servers.ts";

const NO_ONE = 0o077;
const MADE_AT = new Date("2026-11-18T12:00:00Z");

const folder = new FleetFolder(join(mkdtempSync(join(tmpdir(), "luxgate-fleet-")), "fleet"));
let servers: ConfiguredServers;
const open: NatsConnection[] = [];

beforeAll(async () => {
  await makeFleet(folder, {
    name: "Grand Hotel",
    hosts: [],
    dataFolder: "/var/lib/nats",
    isEncrypted: false,
    madeAt: MADE_AT,
  });
  servers = await ConfiguredServers.start([join(folder.path, "servers/one-node/nats-server.conf")]);
  await setUp();
});

afterAll(async () => {
  await Promise.all(open.map((connection) => connection.close()));
  await servers.stop();
  rmSync(join(folder.path, ".."), { recursive: true, force: true });
});

const onFleet = <Result>(work: (fleet: OperatedFleet) => Promise<Result>): Promise<Result> =>
  withFleet({ folder: folder.path, nats: servers.urls, json: false }, work);

const setUp = () => onFleet(setUpFleet);

const add = (name: string) => onFleet((fleet) => addMember(fleet, "gateway", { name }));

const remove = (name: string) =>
  onFleet(async (fleet) => removeMember(fleet, "gateway", await memberToRemove(fleet, "gateway", name)));

async function connectWith(credentialsFile: string): Promise<NatsConnection> {
  const credentials = readFileSync(credentialsFile, "utf8");
  const connection = await connectOnce({ servers: servers.urls, credentials });
  open.push(connection);
  return connection;
}

test("all that is secret is for the operator alone, and nothing secret is in what servers get", () => {
  const names = readdirSync(folder.path, { recursive: true, encoding: "utf8" });
  const secret = names.filter((name) => /\.(seed|creds)$/.test(name));
  expect(secret.length).toBe(9);
  expect(secret.filter((name) => (statSync(join(folder.path, name)).mode & NO_ONE) !== 0)).toEqual([]);
  const texts = names.filter((name) => /\.(conf|json|txt)$/.test(name)).map((name) => join(folder.path, name));
  expect(texts.filter((path) => /\bS[OAU][A-Z2-7]{56}\b/.test(readFileSync(path, "utf8")))).toEqual([]);
});

test("a set-up can be repeated, and changes nothing then", async () => {
  const before = await identity();
  const unchanged = { accounts: "unchanged", copies: 1, identity: "unchanged", hadLostData: false };
  expect(await setUp()).toEqual(unchanged);
  expect(await identity()).toEqual(before);
  expect(before).toMatchObject({ name: "Grand Hotel" });
});

test("a gateway that is added connects with its credentials at once, and is listed", async () => {
  const { id, credentials } = await add("Floor 1");
  const gateway = await connectWith(credentials);
  await jetstream(gateway).publish(putSubject(id, "presence"), PRESENCE);
  const rows = await onFleet(gatewayList);
  expect(rows).toEqual([
    expect.objectContaining({ name: "Floor 1", id, state: "online", version: "0.1.0", lights: 12 }),
  ]);
});

test("a name that is taken, in whatever case, is refused", async () => {
  await expect(add("floor 1")).rejects.toThrow("already");
});

test("a gateway that is removed is cut off at once, also after a restart; others stay", async () => {
  const [gone, stays] = [await add("Floor 2"), await add("Floor 3")];
  const credentials = readFileSync(gone.credentials, "utf8");
  const [cut, other] = [await connectWith(gone.credentials), await connectWith(stays.credentials)];
  for (const [connection, { id }] of [[cut, gone] as const, [other, stays] as const]) {
    await jetstream(connection).publish(putSubject(id, "lights.L1"), "{}");
    await jetstream(connection).publish(putSubject(id, "presence"), PRESENCE);
  }
  let lost = false;
  void other.closed().then(() => {
    lost = true;
  });
  const removed = remove("Floor 2");
  await cut.closed();
  expect(await removed).toEqual({ entries: 2 });
  await other.flush();
  expect(lost).toBe(false);
  await expect(connectOnce({ servers: servers.urls, credentials })).rejects.toThrow("refused");
  expect((await keysOf(FLEET_BUCKET)).filter((key) => key.startsWith(gone.id))).toEqual([]);
  expect(await keysOf(KEYS_BUCKET)).toContain(`gateway.${stays.id}`);
  expect(await keysOf(KEYS_BUCKET)).not.toContain(`gateway.${gone.id}`);

  await Promise.all(servers.servers.map((server) => server.kill()));
  await Promise.all(servers.servers.map((server) => server.start()));
  await expect(connectOnce({ servers: servers.urls, credentials })).rejects.toThrow("refused");
  await connectWith(stays.credentials);
});

test("a gateway that was removed stays removed after a restore, and leaves no credentials behind", async () => {
  const [gone, stays] = [await add("Floor 7"), await add("Floor 8")];
  const { text } = await onFleet(backupText);
  await remove("Floor 7");
  expect([existsSync(gone.credentials), existsSync(stays.credentials)]).toEqual([false, true]);
  expect(await onFleet((fleet) => restore(fleet, "backup.json", text))).toMatchObject({ leftOut: ["Floor 7"] });
  const names = (await onFleet(gatewayList)).map(({ name }) => name);
  expect(names).toContain("Floor 8");
  expect(names).not.toContain("Floor 7");
  await remove("Floor 8");
});

test("a front that is removed says at once that its credentials are refused, to clients and in /readyz", async () => {
  const { id, credentials } = await onFleet((fleet) => addMember(fleet, "front", { name: "Front 1" }));
  const { key } = await onFleet((fleet) => addClientKey(fleet, "acme#panel"));
  const address = { ...parseServers(servers.urls.join()), login: undefined, authority: undefined, name: id };
  const front = await startFront({
    ...SERVED_HERE,
    clock: SYSTEM_CLOCK,
    fleet: { ...(address as FleetAddress & typeof address), credentials: readFileSync(credentials, "utf8") },
    onFleetState: () => undefined,
  });
  onTestFinished(() => front.stop());
  const client = new HttpClient(front.http.port);
  expect((await client.send("/readyz")).status).toBe(200);
  await onFleet(async (fleet) => removeMember(fleet, "front", await memberToRemove(fleet, "front", "Front 1")));
  const removedAt = performance.now();
  const ready = async () => expect((await client.send("/readyz")).json.msg).toMatch(/refuses the credentials/);
  await vi.waitFor(ready, { timeout: 30_000, interval: 10 });
  const command = { method: "PUT", headers: { "application-key": key }, body: '{"on":1}' };
  const { json } = await client.send(`/clip/v2/resource/light/${randomUUID().toUpperCase()}`, command);
  expect(json).toMatchObject({
    code: -503,
    msg: expect.stringMatching(/refuses the credentials.*nothing was changed/),
  });
  expect(performance.now() - removedAt).toBeLessThan(2_500);
});

test("a conflict of a gateway ends when its credentials are renewed", async () => {
  const { id } = await add("Floor 6");
  const conflict = JSON.stringify({ at: new Date().toISOString(), host: "spare" });
  await onFleet(async ({ connect }) =>
    jetstream(await connect("command")).publish(entrySubject(FLEET_BUCKET, `${id}.conflict`), conflict),
  );
  const problems = async () => (await onFleet(gatewayList)).find((row) => row.id === id)?.problems;
  expect(await problems()).toHaveLength(1);
  await onFleet((fleet) => renewMember(fleet, "gateway", { name: "Floor 6" }));
  expect(await problems()).toEqual([]);
  await remove("Floor 6");
});

test("nothing is left of a gateway that goes on putting entries for a moment while it is removed", async () => {
  const { id } = await add("Floor 9");
  await onFleet(async ({ connect }) => {
    // Over one connection, so that the server takes all in the order in which it is sent.
    const connection = await connect("command");
    const forgotten = forget(connection, "gateway", id);
    const endMillis = performance.now() + 300;
    for (let number = 0; performance.now() < endMillis; number += 1) {
      await jetstream(connection).publish(entrySubject(FLEET_BUCKET, `${id}.lights.L${number % 500}`), "{}");
    }
    expect(await forgotten).toBeGreaterThan(0);
  });
  expect((await keysOf(FLEET_BUCKET)).filter((key) => key.startsWith(id))).toEqual([]);
});

test("servers that lost their disk get the identity and the revocations again, and nobody is told to remove a gateway", async () => {
  const [gone, lost] = [await add("Floor 4"), await add("Floor 10")];
  const credentials = readFileSync(gone.credentials, "utf8");
  await remove("Floor 4");
  const { text } = await onFleet(backupText);
  const before = await identity();
  for (const server of servers.servers) {
    await server.kill();
    server.wipe();
    await server.start();
  }
  expect(await setUp()).toMatchObject({ identity: "created", hadLostData: true });
  await expect(connectOnce({ servers: servers.urls, credentials })).rejects.toThrow("refused");
  expect(await identity()).toEqual(before);

  const gateway = await connectWith(lost.credentials);
  await jetstream(gateway).publish(putSubject(lost.id, "presence"), PRESENCE);
  const problems = () => onFleet((fleet) => problemList(fleet));
  const notRegistered = { kind: "not registered", problem: expect.stringMatching(/luxgate fleet restore/) };
  expect(await problems()).toMatchObject([{ ...notRegistered, gateways: [] }]);
  expect((await onFleet(fleetStatus)).gateways).toMatchObject({ all: 0, notRegistered: 1 });
  await expect(remove(lost.id)).rejects.toThrow("luxgate fleet restore");
  await add("Floor 11");
  expect(await problems()).toMatchObject([{ kind: "never connected" }, { ...notRegistered, gateways: [lost.id] }]);
  await expect(remove(lost.id)).rejects.toThrow("luxgate fleet restore");
  await onFleet((fleet) => restore(fleet, "backup.json", text));
  await remove("Floor 11");
  expect((await problems()).filter(({ kind }) => kind === "not registered")).toEqual([]);
});

test("credentials that are renewed replace the former ones, under the same id", async () => {
  const former = await add("Floor 5");
  const renewed = await onFleet((fleet) => renewMember(fleet, "gateway", { name: "Floor 5" }));
  expect(renewed.id).toBe(former.id);
  const gateway = await connectWith(renewed.credentials);
  await jetstream(gateway).publish(putSubject(former.id, "presence"), PRESENCE);
});

test("a signing key is replaced without a gap: former credentials are valid until they are ended", async () => {
  await expect(onFleet((fleet) => endFormerKeys(fleet, "gateway"))).rejects.toThrow("no former");
  const former = await add("Floor 6");
  await onFleet((fleet) => rotateRole(fleet, "gateway"));
  const later = await add("Floor 7");
  await connectWith(former.credentials);
  await connectWith(later.credentials);
  await onFleet((fleet) => endFormerKeys(fleet, "gateway"));
  await expect(connectWith(former.credentials)).rejects.toThrow("refused");
  await connectWith(later.credentials);
  await onFleet((fleet) => rotateRole(fleet, "command"));
  await onFleet((fleet) => rotateRole(fleet, "system"));
  expect(await setUp()).toMatchObject({ accounts: "unchanged" });
});

test("the key that signs accounts is replaced with a restart of the servers, and then signs revocations", async () => {
  const restart = () => servers.restartWith(join(folder.path, "servers/one-node/fleet.conf"));
  const stays = await add("Floor 8");
  await expect(onFleet(endFormerAccountKeys)).rejects.toThrow("no former");
  for (const replace of [rotateAccounts, endFormerAccountKeys]) {
    await onFleet(replace);
    await restart();
    await setUp();
    await connectWith(stays.credentials);
  }
  const credentials = readFileSync(stays.credentials, "utf8");
  await remove("Floor 8");
  await expect(connectOnce({ servers: servers.urls, credentials })).rejects.toThrow("refused");
});

test("what is missing is named: the folder, a seed, a server", async () => {
  const nowhere = { folder: "/nowhere", nats: servers.urls, json: false };
  await expect(withFleet(nowhere, async () => undefined)).rejects.toThrow("luxgate fleet init");
  const away = { folder: folder.path, nats: ["nats://127.0.0.1:1"], json: false };
  await expect(withFleet(away, ({ connect }) => connect("command"))).rejects.toThrow("No nats-server answers");
});

const PRESENCE = JSON.stringify({
  epoch: "e",
  instance: "i",
  name: "Gateway",
  version: "0.1.0",
  startedAt: MADE_AT.toISOString(),
  problems: [],
  lights: 12,
  pending: 0,
});

const keysOf = (bucket: string): Promise<readonly string[]> =>
  onFleet(async ({ connect }) => (await entriesOf(await connect("command"), bucket, ">")).map(({ key }) => key));

const identity = (): Promise<FleetIdentity | undefined> =>
  onFleet(async ({ connect }) => {
    const [entry] = await entriesOf(await connect("command"), KEYS_BUCKET, "identity");
    return entry && keysEntryFrom(FleetIdentity, entry.text);
  });
