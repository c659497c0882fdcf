import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "luxgate/client";
import { begin, KEY } from "./gateway.mjs";

test("a light is turned off, and its lamp obeys", async (t) => {
  const { gateway, client, clock } = await begin(t);
  const lamp = gateway.device("Reading lamp");
  await client.setLight(lamp.lightIds[0], { on: 0 });
  clock.advance(100);
  assert.equal(lamp.lights[0].on, 0);
});

test("a value out of range is refused, and nothing is changed", async (t) => {
  const { gateway, client } = await begin(t);
  const [id] = gateway.device("Reading lamp").lightIds;
  const before = gateway.home.lights;
  await assert.rejects(client.setLight(id, { brightness: 101 }), { code: "value-refused" });
  assert.deepEqual(gateway.home.lights, before);
});

test("nothing is changed without a key", async (t) => {
  const { gateway } = await begin(t);
  const [id] = gateway.device("Reading lamp").lightIds;
  await assert.rejects(connect(gateway.url).setLight(id, { on: 0 }), { code: "key-needed" });
});

test("a press of the button lets a client pair", async (t) => {
  const { gateway } = await begin(t);
  const client = connect(gateway.url);
  gateway.pressButton();
  const key = await client.pair({ deviceType: "acme#panel" });
  assert.equal(client.key, key);
  await client.setLight(gateway.device("Reading lamp").lightIds[0], { on: 0 });
});

test("ten seconds after the press pairing is shut", async (t) => {
  const { gateway, clock } = await begin(t);
  gateway.pressButton();
  clock.advance(10_000);
  const answer = await fetch(`${gateway.url}/api`, { method: "POST", body: '{"device_type":"acme#panel"}' });
  assert.equal((await answer.json()).code, -423);
});

test("a lamp that loses the command is shown as it truly is, ten seconds later", async (t) => {
  const { gateway, client, clock } = await begin(t);
  const lamp = gateway.device("Reading lamp");
  lamp.loseNext();
  await client.setLight(lamp.lightIds[0], { on: 0 });
  assert.equal((await client.getLight(lamp.lightIds[0])).on, 0);
  clock.advance(10_000);
  assert.equal((await client.getLight(lamp.lightIds[0])).on, 1);
});

test("what was changed is still so after the plug was pulled", async (t) => {
  const { gateway, client } = await begin(t);
  const [id] = gateway.device("Reading lamp").lightIds;
  await client.setLight(id, { brightness: 42 });
  await gateway.unplug();
  await gateway.plugIn();
  assert.equal((await client.getLight(id)).brightness, 42);
});

test("every request is in the log, with the key that it bore", async (t) => {
  const { gateway, client } = await begin(t);
  const [id] = gateway.device("Reading lamp").lightIds;
  await client.setLight(id, { on: 0 });
  const { method, path, body, status, headers } = gateway.requests.at(-1);
  assert.deepEqual([method, path, body, status], ["PUT", `/clip/v2/resource/light/${id}`, '{"on":0}', 200]);
  assert.equal(headers["application-key"], KEY);
});
