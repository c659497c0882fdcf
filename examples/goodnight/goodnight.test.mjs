// A test of somebody's own integration, with a gateway and lamps that fail:   node --test examples/goodnight/*.test.mjs
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { startTestGateway } from "luxgate/testing";
import { goodnight } from "./goodnight.mjs";

const HOME = `
rooms:
  - name: Bedroom
    devices:
      - { name: Ceiling, product: ceiling lamp, on: true }
      - { name: Night light, product: dimmable bulb, on: true, brightness: 5% }
`;
const KEY = "a key that is right";
const LIGHTS = "/clip/v2/resource/light";

let gateway;
beforeEach(async () => {
  gateway = await startTestGateway({ home: HOME, keys: [KEY] });
});
afterEach(() => gateway.stop());

test("every lamp goes out, but for those that stay", async () => {
  const { asleep, failed } = await goodnight(gateway.url, { key: KEY, stay: ["Night light"] });
  assert.deepEqual({ asleep, failed }, { asleep: ["Ceiling"], failed: [] });
  assert.deepEqual(
    gateway.home.lights.map(({ name, on }) => [name, on]),
    [
      ["Ceiling", 0],
      ["Night light", 1],
    ],
  );
});

test("a gateway that stumbles is asked again", async () => {
  gateway.misbehave({ on: { path: LIGHTS, times: 1 }, as: { kind: "cut" } });
  gateway.misbehave({ on: { method: "PUT", times: 2 }, as: { kind: "answer", status: 500 } });
  const { failed } = await goodnight(gateway.url, { key: KEY });
  assert.deepEqual(failed, []);
  assert.ok(gateway.home.lights.every(({ on }) => on === 0));
});

test("a gateway that keeps failing is not asked for ever, and nothing is said to be done that is not", async () => {
  gateway.misbehave({ on: { method: "PUT" }, as: { kind: "answer", status: 500 } });
  const { asleep, failed } = await goodnight(gateway.url, { key: KEY, tries: 2 });
  assert.deepEqual({ asleep, failed }, { asleep: [], failed: ["Ceiling", "Night light"] });
  assert.ok(gateway.requests.length < 20);
});

test("a wrong key is told, not tried again", async () => {
  const { failed } = await goodnight(gateway.url, { key: "another" });
  assert.deepEqual(failed, ["Ceiling", "Night light"]);
  assert.equal(
    gateway.requests.filter(({ method, headers }) => method === "PUT" && headers["application-key"] === "another")
      .length,
    2,
  );
});
