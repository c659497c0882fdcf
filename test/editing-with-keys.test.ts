import { expect, test } from "vitest";
import { COMMANDS } from "../src/edges/control/commands.ts";
import { EDITING_COMMANDS } from "../src/edges/control/editing-commands.ts";
import { type PagedGateway, runPagedGateway } from "./support/gateway/paged-gateway.ts";
import type { Wire } from "./support/http/http-client.ts";
import { hostOf, OperatorBrowser, originOf } from "./support/http/operator-browser.ts";

/** A gateway whose clients may edit, or may not, and the key of one of them. */
async function pairedGateway({ mayEdit }: { readonly mayEdit: boolean }) {
  const gateway = await runPagedGateway();
  if (mayEdit) gateway.door.letKeysGive(EDITING_COMMANDS);
  gateway.gateway.pressButton();
  const { json } = await gateway.client.send("/api", { method: "POST", body: '{"device_type":"acme#panel"}' });
  return { gateway, key: String(json.data.obj.username) };
}

const give = (gateway: PagedGateway, name: string, given: Wire, headers: Readonly<Record<string, string>>) =>
  gateway.client.send(`/operator/command/${name}`, {
    method: "POST",
    body: JSON.stringify(given),
    headers: { Host: hostOf(gateway), ...headers },
  });

const namesOfRooms = ({ gateway }: PagedGateway) => gateway.home.rooms.all().map(({ name }) => name);

test("G117: where keys may edit, a client makes a room, puts a lamp into it and saves a scene, under its name", async () => {
  const { gateway, key } = await pairedGateway({ mayEdit: true });
  const done = async (name: string, given: Wire) => {
    const { status, bytes } = await give(gateway, name, given, { "application-key": key });
    expect(status).toBe(200);
    return JSON.parse(bytes.toString()).result;
  };
  expect(await done("room.add", { name: "Hall", type: "hallway" })).toMatchObject({ name: "Hall" });
  expect(await done("device.move", { device: "Porch", room: "Hall" })).toMatchObject({ room: "Hall" });
  expect(await done("device.edit-each", { edits: [{ device: "Worktop", room: "Hall" }] })).toMatchObject({
    unchanged: 0,
  });
  expect(await done("scene.add", { room: "Hall", name: "Now", colours: [] })).toMatchObject({ lamps: 2, active: true });
  expect(await done("scene.rename", { scene: "Now", name: "Then" })).toMatchObject({ name: "Then" });
  const entries = gateway.store.trail.filter(({ by, did }) => by.kind === "key" && !did.startsWith("key for"));
  expect(entries.map(({ did }) => did)).toEqual([
    'room "Hall" added',
    '"Porch" moved to "Hall"',
    '"Worktop" moved from "Kitchen" to "Hall"',
    'scene "Now" added',
    'scene "Now" changed',
  ]);
  for (const { by } of entries) expect(by).toEqual({ kind: "key", name: "acme#panel" });
});

test("G117: a key gives no other command, and unless it is allowed none at all", async () => {
  const { gateway, key } = await pairedGateway({ mayEdit: true });
  for (const name of [...Object.keys(COMMANDS), "no.such"].filter((one) => !EDITING_COMMANDS.has(one))) {
    const { status, json } = await give(gateway, name, {}, { "application-key": key });
    expect([name, status, json.code]).toEqual([name, 401, -401]);
  }
  gateway.door.letKeysGive(new Set());
  const { status } = await give(gateway, "room.add", { name: "Hall" }, { "application-key": key });
  expect(status).toBe(401);
  const other = await pairedGateway({ mayEdit: false });
  for (const name of EDITING_COMMANDS) {
    expect((await give(other.gateway, name, {}, { "application-key": other.key })).status).toBe(401);
  }
});

test("G117: without a key, or with a wrong one, nothing is edited; guessing is slowed down", async () => {
  const { gateway, key } = await pairedGateway({ mayEdit: true });
  const code = async (headers: Readonly<Record<string, string>>) =>
    (await give(gateway, "room.add", { name: "Hall" }, headers)).json.code;
  expect(await code({})).toBe(-401);
  expect(await code({ "application-key": `${key}x` })).toBe(-401);
  for (let count = 0; count < 20; count += 1) await code({ "application-key": "wrong" });
  expect(await code({ "application-key": "wrong" })).toBe(-429);
  expect(namesOfRooms(gateway)).not.toContain("Hall");
});

test("G117: a page of another origin cannot edit with a key", async () => {
  const { gateway, key } = await pairedGateway({ mayEdit: true });
  const refused = [{ Origin: "https://evil.example" }, { Origin: "null" }, { "Sec-Fetch-Site": "cross-site" }];
  for (const headers of refused) {
    const { status } = await give(gateway, "room.add", { name: "Hall" }, { "application-key": key, ...headers });
    expect([headers, status]).toEqual([headers, 403]);
  }
  expect(namesOfRooms(gateway)).not.toContain("Hall");
  const own = { "application-key": key, Origin: originOf(gateway) };
  expect((await give(gateway, "room.add", { name: "Hall" }, own)).status).toBe(200);
});

test("G117: a key brings no more than other requests may, and a session is still the operator's", async () => {
  const { gateway, key } = await pairedGateway({ mayEdit: true });
  const large = await give(gateway, "room.add", { name: " ".repeat(100_000) }, { "application-key": key });
  expect(large.status).toBe(413);
  const browser = await OperatorBrowser.open(gateway);
  await browser.command("room.add", { name: "Hall" });
  expect(gateway.store.trail.at(-1)).toMatchObject({ by: { kind: "operator" }, did: 'room "Hall" added' });
});

test("G117: a browser is told whether keys may edit", async () => {
  const { gateway } = await pairedGateway({ mayEdit: false });
  const told = async () => (await gateway.client.send("/operator/session", {})).json.data.obj;
  expect(await told()).toEqual({ is_operator: 0 });
  gateway.door.letKeysGive(EDITING_COMMANDS);
  expect(await told()).toEqual({ is_operator: 0, keys_may_edit: 1 });
  const browser = await OperatorBrowser.open(gateway);
  expect((await browser.send("/operator/session")).json.data.obj).toMatchObject({ is_operator: 1, keys_may_edit: 1 });
});
