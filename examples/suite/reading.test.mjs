import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, discover } from "luxgate/client";
import { begin } from "./gateway.mjs";

test("every light is listed", async (t) => {
  const { gateway, client } = await begin(t);
  assert.deepEqual(await client.listLights(), gateway.home.lights);
});

test("one light is read by its id", async (t) => {
  const { gateway, client } = await begin(t);
  const [id] = gateway.device("Reading lamp").lightIds;
  assert.equal((await client.getLight(id)).name, "Reading lamp");
});

test("a light that is not there is an error with a code", async (t) => {
  const { client } = await begin(t);
  const nowhere = "00000000-0000-4000-8000-000000000000";
  await assert.rejects(client.getDevice(nowhere), { name: "LuxgateError", code: "not-found", status: 404 });
});

test("devices are filtered and bring their lights and rooms along", async (t) => {
  const { client } = await begin(t);
  const devices = await client.listDevices({ cat1_id: [2], ext_light: true, ext_room: true });
  assert.ok(devices.length > 0);
  assert.ok(devices.every(({ product, ext_light, ext_room }) => product.cat1_id === 2 && ext_light && ext_room));
});

test("a home of one's own is served", async (t) => {
  const home = { rooms: [{ name: "Workshop", devices: [{ name: "Bench", product: "ceiling lamp", on: true }] }] };
  const { client } = await begin(t, { home });
  assert.deepEqual(
    (await client.listLights()).map(({ name }) => name),
    ["Bench"],
  );
});

test("the gateway is found by broadcast", async (t) => {
  const { gateway } = await begin(t);
  const found = await discover({ port: gateway.ports.discovery, timeoutMillis: 100 });
  assert.deepEqual(
    found.map(({ reset_id }) => reset_id),
    [gateway.identity.resetId],
  );
});

test("where reads need a key, they are refused without one", async (t) => {
  const { gateway, client } = await begin(t, { profile: "shared" });
  await assert.rejects(connect(gateway.url).listLights(), { code: "key-needed" });
  assert.ok((await client.listLights()).length > 0);
});
