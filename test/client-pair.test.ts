import { expect, onTestFinished, test } from "vitest";
import { connect, type PairProgress } from "../src/libraries/client/index.ts";
import { hangUp, inTurn, json, OddGateway } from "./support/client/odd-gateway.ts";
import { whileTimePasses } from "./support/client/passing-time.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";

const SHUT = json({ code: -423, msg: "press the button", data: {} });
const KEY = json({ code: 0, msg: "success", data: { obj: { username: "the key" } } });

async function demo() {
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  const { clock } = gateway;
  return { gateway, clock, client: connect(`http://127.0.0.1:${gateway.http.port}`, { clock, findAgain: false }) };
}

test("pair waits for the button, asks once a second and tells how it goes; then the key is in use", async () => {
  const { gateway, clock, client } = await demo();
  const reported: PairProgress[] = [];
  const onProgress = (progress: PairProgress) => {
    reported.push(progress);
    if (reported.length === 3) gateway.gateway.pressButton();
  };
  const key = await whileTimePasses(clock, client.pair({ deviceType: "acme#panel", onProgress }));
  expect(reported.map(({ state, timesAsked }) => [state, timesAsked])).toEqual(
    [1, 2, 3].map((times) => ["press-the-button", times]),
  );
  const left = reported.map(({ millisLeft }) => millisLeft);
  expect(left).toEqual([...left].sort((one, other) => other - one));
  expect(left[0]).toBeLessThanOrEqual(60_000);
  expect(client.key).toBe(key);
  const [light] = await client.listLights();
  await client.setLight(light?.id ?? "", { on: 0 });
  expect(gateway.gateway.home.keys.all().map(({ name }) => name)).toEqual(["acme#panel"]);
});

test("when nobody presses in time, that is the error", async () => {
  const { clock, client } = await demo();
  const pairing = client.pair({ deviceType: "acme#panel", timeoutMillis: 2_500 });
  await expect(whileTimePasses(clock, pairing)).rejects.toMatchObject({ code: "pairing-shut", gatewayCode: -423 });
  expect(client.key).toBeUndefined();
});

test("an abort ends it with its reason", async () => {
  const { clock, client } = await demo();
  const end = new AbortController();
  const onProgress = () => end.abort(new Error("never mind"));
  const pairing = client.pair({ deviceType: "acme#panel", onProgress, signal: end.signal });
  await expect(whileTimePasses(clock, pairing)).rejects.toThrow("never mind");
});

test("a gateway that falls silent while one waits is waited for; one that never answered is not", async () => {
  const gateway = await OddGateway.start(inTurn(SHUT, hangUp, KEY));
  const { clock } = await demo();
  const states: string[] = [];
  const onProgress = ({ state }: PairProgress) => states.push(state);
  const client = connect(gateway.address, { clock, findAgain: false });
  expect(await whileTimePasses(clock, client.pair({ deviceType: "acme#panel", onProgress }))).toBe("the key");
  expect(states).toEqual(["press-the-button", "unreachable"]);
  gateway.answer = hangUp;
  await expect(client.pair({ deviceType: "acme#panel" })).rejects.toMatchObject({ code: "unreachable" });
});

test("an answer without a key, or another refusal, ends it", async () => {
  const gateway = await OddGateway.start(json({ code: 0, data: { obj: { username: "" } } }));
  const client = connect(gateway.address, { findAgain: false });
  await expect(client.pair({ deviceType: "a#b" })).rejects.toMatchObject({ code: "bad-answer" });
  gateway.answer = json({ code: 0, data: { obj: { user: 1 } } });
  await expect(client.pair({ deviceType: "a#b" })).rejects.toMatchObject({ code: "bad-answer" });
  gateway.answer = json({ code: -422, msg: "device_type: expected a name" });
  await expect(client.pair({ deviceType: "" })).rejects.toMatchObject({ code: "value-refused" });
});
