import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "luxgate/client";
import { begin, EVENTS, LIGHTS } from "./gateway.mjs";

test("a read whose connection is cut is asked again", async (t) => {
  const { gateway, client } = await begin(t);
  gateway.misbehave({ on: { path: LIGHTS, times: 1 }, as: { kind: "cut" } });
  assert.deepEqual(await client.listLights(), gateway.home.lights);
  assert.equal(gateway.requests.length, 2);
});

test("JSON that breaks off is a bad answer", async (t) => {
  const { gateway, client } = await begin(t);
  gateway.misbehave({ on: { path: LIGHTS }, as: { kind: "malformed-json" } });
  await assert.rejects(client.listLights(), { code: "bad-answer" });
});

test("an answer that does not come is given up", async (t) => {
  const { gateway } = await begin(t);
  gateway.misbehave({ on: { method: "PUT" }, as: { kind: "hang" } });
  const hasty = connect(gateway.url, { key: "any", timeoutMillis: 50, findAgain: false });
  await assert.rejects(hasty.setLight(gateway.home.lights[0].id, { on: 0 }), { code: "timeout" });
});

test("a watcher sees what happens at a wall switch", async (t) => {
  const { gateway, client, clock } = await begin(t);
  for await (const change of client.watch()) {
    if (change.kind === "snapshot") {
      gateway.device("Reading lamp").switch("off");
      clock.advance(1);
    }
    if (change.kind === "update" && change.type === "light") {
      assert.deepEqual(change.value, { on: 0 });
      break;
    }
  }
});

test("a watcher that missed an event knows it from the next heartbeat on", async (t) => {
  const { gateway, client, clock } = await begin(t);
  gateway.misbehave({ on: { path: EVENTS, times: 1 }, as: { kind: "lose-events" } });
  const lamp = gateway.device("Reading lamp");
  for await (const { kind, home } of client.watch()) {
    if (kind === "snapshot") {
      lamp.switch("off");
      clock.advance(15_000);
    }
    if (home.lights.get(lamp.lightIds[0]).on === 0) break;
  }
  assert.equal(gateway.home.lights.find(({ name }) => name === "Reading lamp").on, 0);
});
