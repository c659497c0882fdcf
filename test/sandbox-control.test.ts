import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { startTestGateway } from "../src/libraries/testing/index.ts";
import { OPERATIONS } from "../src/libraries/testing/operations/operations.ts";
import { ROUTES } from "../src/programs/sandbox/routes.ts";
import type { Wire } from "./support/http/http-client.ts";
import { startedSandbox } from "./support/sandbox/started-sandbox.ts";

const LIGHTS = "/clip/v2/resource/light";
describe("the table of operations", () => {
  test("has everything that luxgate/testing has, and nothing more", async () => {
    const gateway = await startTestGateway();
    onTestFinished(() => gateway.stop());
    const members = [...Object.keys(gateway), ...Object.keys(gateway.device("Porch"))];
    // What a start and the end of the process give, and what `status` and `device` show.
    const shown = ["url", "ports", "identity", "id", "lightIds", "lights", "stop"];
    const inJavaScript = members.filter((name) => !shown.includes(name));
    expect(Object.keys(OPERATIONS).toSorted()).toEqual([...inJavaScript, "status"].toSorted());
  });

  test("is what the OpenAPI document describes", async () => {
    const { send } = await startedSandbox();
    const { json } = await send("/openapi.json");
    expect(Object.keys(json.paths)).toEqual(ROUTES.map(({ path }) => path));
    const { schema } = json.paths["/next-request"].post.requestBody.content["application/json"];
    expect(Object.keys(schema.properties)).toEqual(["method", "path", "pattern", "after", "withinMillis"]);
    expect(JSON.stringify(json)).not.toMatch(/typeName|RegExp|DrivenClock|or a pattern for/);
    const statuses = Object.keys(json.paths["/status"].get.responses);
    expect(statuses).toEqual(["200", "400", "401", "403", "404", "405", "409", "413"]);
  });
});

test("a test presses the button, pairs, commands a lamp and sees its request", async () => {
  const { control, client } = await startedSandbox();
  await control("/press-button");
  const paired = await client.send("/api", { method: "POST", body: '{"device_type":"acme#panel"}' });
  expect(paired.json.code).toBe(0);
  const { key } = await control("/pair");
  const { lightIds } = await control("/device", { device: "Reading lamp" });
  const headers = { "application-key": key };
  await client.send(`${LIGHTS}/${lightIds[0]}`, { method: "PUT", headers, body: '{"on":0}' });
  const put = await control("/next-request", { method: "put", after: 0 });
  expect(put).toMatchObject({ number: 2, method: "PUT", body: '{"on":0}', status: 200 });
});

test("a test drives the clock, and a lost command is shown and then taken back", async () => {
  const { control, client, send } = await startedSandbox({ clock: "driven", keys: ["mine"] });
  const { lightIds } = await control("/device", { device: "Reading lamp" });
  await control("/lose-next", { device: "Reading lamp" });
  await client.send(`${LIGHTS}/${lightIds[0]}`, {
    method: "PUT",
    headers: { "application-key": "mine" },
    body: '{"on":0}',
  });
  const on = async () => (await send("/home")).json.lights.find(({ id }: Wire) => id === lightIds[0]).on;
  expect(await on()).toBe(0);
  await control("/advance", { millis: 10_000 });
  expect(await on()).toBe(1);
});

test("what is read with GET can be read with POST too, so that a fixture needs one function", async () => {
  const { control, send } = await startedSandbox();
  expect(await control("/status")).toEqual((await send("/status")).json);
  expect((await control("/home")).lights).toHaveLength(11);
  expect(await control("/requests")).toEqual({ requests: [] });
  expect((await send("/unplug")).status).toBe(405);
});

test("unplugging and plugging in twice is refused alike; time passes while a gateway is unplugged", async () => {
  const { control, send } = await startedSandbox({ clock: "driven" });
  expect(await send("/plug-in", {})).toMatchObject({ status: 409, json: { error: expect.stringMatching(/already/) } });
  await control("/unplug");
  expect(await send("/unplug", {})).toMatchObject({ status: 409, json: { error: expect.stringMatching(/already/) } });
  expect((await send("/advance", { millis: 1_000 })).status).toBe(200);
  expect((await send("/press-button", {})).status).toBe(409);
  await control("/plug-in");
  expect((await send("/press-button", {})).status).toBe(200);
});

test("a port that another program has taken is named in words", async () => {
  const { control, send, sandbox } = await startedSandbox();
  const { http } = sandbox.addresses.ports;
  const sentence = { status: 409, json: { error: `Port ${http} is in use by another program.` } };
  await control("/unplug");
  const other = createServer().listen(http, "127.0.0.1");
  await once(other, "listening");
  expect(await send("/plug-in", {})).toMatchObject(sentence);
  expect(await send("/reset", {})).toMatchObject(sentence);
  other.close();
  expect((await send("/plug-in", {})).status).toBe(200);
});

test("real time cannot be driven, and a reset changes the clock", async () => {
  const { control, send } = await startedSandbox();
  expect((await send("/advance", { millis: 5 })).status).toBe(409);
  await control("/reset", { clock: "driven" });
  expect(await control("/advance", { millis: 5 })).toEqual({});
  await control("/reset");
  expect((await send("/status")).json.clock).toBe("real");
});

test("a reset restores home, keys, devices, rules and log, and keeps ports and ids", async () => {
  const { control, send, client } = await startedSandbox({ keys: ["mine"] });
  const before = (await send("/home")).json;
  const status = (await send("/status")).json;
  const { key } = await control("/pair");
  await control("/misbehave", { on: {}, as: { kind: "answer", status: 503 } });
  await control("/go-offline", { device: "Porch" });
  await control("/switch", { device: "TV bar", to: "off" });
  expect((await client.send(LIGHTS)).status).toBe(503);
  await control("/reset");
  expect((await client.send(LIGHTS)).status).toBe(200);
  expect((await send("/home")).json).toEqual(before);
  expect((await send("/status")).json).toEqual(status);
  const { requests } = (await send("/requests")).json;
  expect(requests.map(({ number }: Wire) => number)).toEqual([1]);
  const put = { method: "PUT", body: '{"on":1}' };
  const path = `${LIGHTS}/${before.lights[0].id}`;
  expect((await client.send(path, { ...put, headers: { "application-key": key } })).json.code).toBe(-401);
  expect((await client.send(path, { ...put, headers: { "application-key": "mine" } })).json.code).toBe(0);
});

test("a reset takes another home as YAML, as JSON text or as an object", async () => {
  const { control, send } = await startedSandbox();
  const yaml = "rooms:\n  - name: Hall\n    devices: [{ name: Lamp, product: ceiling lamp }]\n";
  const object = { rooms: [{ name: "Hall", devices: [{ name: "Lamp", product: "ceiling lamp" }] }] };
  for (const home of [yaml, JSON.stringify(object), object]) {
    await control("/reset", { home });
    expect((await send("/home")).json.lights).toHaveLength(1);
  }
  expect(await send("/reset", { home: "rooms:\n  - nam: Hall\n" })).toMatchObject({
    status: 400,
    json: { error: expect.stringMatching(/home:2:5: unknown key "nam"; did you mean "name"/) },
  });
  expect((await send("/home")).json.lights).toHaveLength(1);
});

test("who waits for a request gets it with its status, an error when it is late, or an error when the gateway is reset", async () => {
  const { control, send, client } = await startedSandbox();
  const waiting = control("/next-request", { path: LIGHTS });
  const late = await send("/next-request", { path: "/nowhere", withinMillis: 50 });
  expect(late).toMatchObject({ status: 409, json: { error: expect.stringMatching(/within 50 ms/) } });
  await client.send(LIGHTS);
  expect(await waiting).toMatchObject({ path: LIGHTS, status: 200 });
  const never = send("/next-request", { pattern: "light/.*", withinMillis: 60_000 });
  await control("/next-request", { path: LIGHTS, after: 0 });
  await control("/reset");
  expect((await never).status).toBe(409);
});

test("a script is played, unplugging and plugging in keep the home, and connections are cut", async () => {
  const { control, client, send } = await startedSandbox({ clock: "driven" });
  const script = '- { at: "06:30", switch: TV bar, to: "off" }\n- { at: "06:31", offline: Porch }\n';
  expect(await control("/play", { script, speed: 1 })).toEqual({ steps: 2 });
  await control("/advance", { millis: 1_000 });
  expect((await control("/device", { device: "TV bar" })).lights[0].on).toBe(0);
  await control("/stop-script");
  expect(await send("/play", { script: '- { at: "06:30", switch: Proch }' })).toMatchObject({
    status: 400,
    json: { error: expect.stringMatching(/did you mean "Porch"/) },
  });
  await control("/cut-connections");
  await control("/unplug");
  await expect(client.send(LIGHTS)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await control("/plug-in");
  expect((await client.send(LIGHTS)).status).toBe(200);
});

describe("what is unknown is refused with the nearest word", () => {
  test.each<[string, unknown, number, RegExp]>([
    ["/prss-button", {}, 404, /Did you mean \/press-button/],
    ["/nope", {}, 404, /^Unknown path\. Use one of /],
    ["/unplugg?now", {}, 404, /Did you mean \/unplug\?/],
    ["/random-faults", {}, 400, /^random-faults: "seed" is missing/],
    ["/next-request", { path: 5 }, 400, /^next-request: path: expected a path [^;]*use pattern\)$/],
    ["/next-request", { method: "GTE" }, 400, /^next-request: method: .*did you mean "GET"/],
    ["/lose-next", { device: "Porch", count: 0 }, 400, /^lose-next: count: /],
    ["/reset", { clock: 5 }, 400, /^reset: clock: expected "real" \(the default\) or "driven"$/],
    ["/reset", { keys: ["ä b"] }, 400, /visible ASCII/],
    ["/device", { device: "Nope/Ceiling" }, 409, /List them with: GET \/home/],
    ["/device", { device: "Aurora" }, 409, /^(?!.*luxgate )/],
    ["/switch", { device: "Dial" }, 409, /"Dial" is an? .*: it has nothing to switch or set\.$/],
    ["/go-offline", { device: "Luxgate" }, 409, /is the gateway itself/],
    ["/behave", { rule: 9999 }, 409, /There has been no fault with the number 9999/],
    ["/misbehave", { on: { paht: "/api" }, as: { kind: "hang" } }, 400, /unknown key "paht"; did you mean "path"/],
    ["/misbehave", { on: {}, as: { kind: "dealy", millis: 5 } }, 400, /did you mean "delay"/],
    ["/reset", { hom: "demo" }, 400, /unknown key "hom"; did you mean "home"/],
    ["/reset", { clock: "drivn" }, 400, /clock: expected/],
    ["/advance", { millis: 86_400_001 }, 400, /at most a day/],
    ["/next-request", { pattern: "(" }, 400, /pattern: expected a regular expression/],
    ["/lose-next", { device: "Reading lmap" }, 409, /Reading lamp/],
    ["/lose-next", "no JSON", 400, /expected a JSON object/],
    ["/lose-next", [], 400, /expected a JSON object/],
  ])("%s %j", async (path, body, status, error) => {
    const { send } = await startedSandbox();
    expect(await send(path, body)).toMatchObject({ status, json: { error: expect.stringMatching(error) } });
  });
});
