import { expect, onTestFinished, test } from "vitest";
import { REFUSALS } from "../src/core/contract/refusals.ts";
import { connect, LuxgateError } from "../src/libraries/client/index.ts";
import { hangUp, inTurn, json, list, OddGateway, silence } from "./support/client/odd-gateway.ts";
import { whileTimePasses } from "./support/client/passing-time.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";

const NOBODY = "6F9619FF-8B86-4011-B42D-00CF4FC964FF";

/** The error that something ends with. */
const errorOf = (promise: Promise<unknown>): Promise<LuxgateError> =>
  promise.then(
    () => Promise.reject(new Error("it went well")),
    (error) => error,
  );

function driven(address: string, options: { readonly timeoutMillis?: number; readonly signal?: AbortSignal } = {}) {
  const clock = new ManualClock();
  const client = connect(address, { clock, findAgain: false, random: () => 0.5, ...options });
  return { clock, client };
}

test("a refusal of the gateway is an error with its name, its code and its words", async () => {
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  const client = connect(`http://127.0.0.1:${gateway.http.port}`);
  const missing = await errorOf(client.getLight(NOBODY));
  expect(missing).toBeInstanceOf(LuxgateError);
  expect(missing).toMatchObject({ code: "not-found", status: 404, gatewayCode: -1, gatewayMessage: "not found" });
  expect(await errorOf(client.setLight(NOBODY, { on: 1 }))).toMatchObject({ code: "key-needed", status: 200 });
  gateway.gateway.pressButton();
  expect(await client.pair({ deviceType: "acme#panel" })).toBe(client.key);
  const [light] = await client.listLights();
  const refused = await errorOf(client.setLight(light?.id ?? "", { brightness: 101 }));
  expect(refused).toMatchObject({
    code: "value-refused",
    message: "brightness: expected a whole number from 0 to 100",
  });
  expect(await errorOf(client.getPicture("nobody"))).toMatchObject({ code: "not-found" });
});

test("every code that a gateway of ours has is known by its name", async () => {
  const gateway = await OddGateway.start(list());
  const { client } = driven(gateway.address);
  for (const [name, { status, code, message }] of Object.entries(REFUSALS)) {
    gateway.answer = json({ code, msg: message, data: {} }, status);
    expect(await errorOf(client.setLight(NOBODY, {}))).toMatchObject({ code: name, gatewayCode: code, status });
  }
});

test("codes that nobody knows, and answers that are none, are told apart", async () => {
  const gateway = await OddGateway.start(list());
  const { client } = driven(gateway.address);
  const codeFor = async (value: unknown, status = 200) => {
    gateway.answer = json(value, status);
    return (await errorOf(client.setLight(NOBODY, {}))).code;
  };
  expect(await codeFor({ code: -7, msg: "no" })).toBe("refused");
  expect(await codeFor({ code: -7 }, 404)).toBe("not-found");
  expect(await codeFor("<html>", 502)).toBe("fault");
  expect(await codeFor({ code: 0 }, 302)).toBe("bad-answer");
  expect(await codeFor([])).toBe("bad-answer");
  gateway.answer = json({ code: 0, data: { arr: {}, obj: {} } });
  expect((await errorOf(client.listLights())).code).toBe("bad-answer");
  expect((await errorOf(client.getLight(NOBODY))).code).toBe("bad-answer");
  gateway.answer = json({ code: 0 });
  expect((await errorOf(client.listLights())).code).toBe("bad-answer");
  gateway.answer = (_request, response) => void response.end("no JSON");
  expect((await errorOf(client.listLights())).code).toBe("bad-answer");
  gateway.answer = json({}, 404);
  expect((await errorOf(client.getOpenApi())).code).toBe("not-found");
  gateway.answer = json({ openapi: "3.1.0" });
  expect(await client.getOpenApi()).toEqual({ openapi: "3.1.0" });
});

test("a read that breaks off, or meets a fault, is tried again; after three times that is told", async () => {
  const gateway = await OddGateway.start(
    inTurn(hangUp, json({ code: -500, msg: "oh", data: {} }, 500), list({ id: "A" })),
  );
  const { clock, client } = driven(gateway.address);
  expect(await whileTimePasses(clock, client.listLights())).toEqual([{ id: "A" }]);
  expect(gateway.targets.length).toBe(3);
  gateway.answer = hangUp;
  expect(await whileTimePasses(clock, errorOf(client.listLights()))).toMatchObject({
    code: "unreachable",
    status: undefined,
  });
  expect(gateway.targets.length).toBe(6);
  gateway.answer = json({ code: -1, msg: "not found", data: {} }, 404);
  await errorOf(client.listLights());
  expect(gateway.targets.length).toBe(7);
});

test("a write is not sent twice once a byte of it may have left", async () => {
  const gateway = await OddGateway.start(hangUp);
  const { clock, client } = driven(gateway.address);
  expect((await whileTimePasses(clock, errorOf(client.setLight(NOBODY, { on: 1 })))).code).toBe("unreachable");
  gateway.answer = json({ code: -500 }, 500);
  expect((await whileTimePasses(clock, errorOf(client.setLight(NOBODY, { on: 1 })))).code).toBe("fault");
  expect(gateway.targets.length).toBe(2);
});

test("a write that cannot have left is tried again", async () => {
  const first = await OddGateway.start(list());
  const address = first.address;
  await first.stop();
  const { clock, client } = driven(address);
  expect((await whileTimePasses(clock, errorOf(client.setLight(NOBODY, { on: 1 })))).code).toBe("unreachable");
  let tries = 0;
  const counting = connect(address, {
    clock,
    findAgain: false,
    fetch: (...given) => {
      tries += 1;
      return fetch(...given);
    },
  });
  await whileTimePasses(clock, errorOf(counting.setLight(NOBODY, { on: 1 })));
  expect(tries).toBe(3);
});

test("a fault of fetch that says nothing more of itself is no leave to send a write again", async () => {
  const clock = new ManualClock();
  for (const fault of [new TypeError("Failed to fetch"), "lost"]) {
    let tries = 0;
    const refuse = () => {
      tries += 1;
      return Promise.reject(fault);
    };
    const client = connect("http://127.0.0.1:1", { clock, findAgain: false, fetch: refuse });
    expect((await whileTimePasses(clock, errorOf(client.setLight(NOBODY, {})))).code).toBe("unreachable");
    expect(tries).toBe(1);
  }
});

test("an answer that does not come in time is a time-out, also when it has begun", async () => {
  const gateway = await OddGateway.start(silence);
  const { clock, client } = driven(gateway.address, { timeoutMillis: 2_000 });
  expect((await whileTimePasses(clock, errorOf(client.setLight(NOBODY, {})))).code).toBe("timeout");
  gateway.answer = (_request, response) => void response.writeHead(200).write('{"code":');
  expect((await whileTimePasses(clock, errorOf(client.setLight(NOBODY, {})))).code).toBe("timeout");
  expect((await whileTimePasses(clock, errorOf(client.listLights()))).code).toBe("timeout");
  expect(gateway.targets.length).toBe(5);
});

test("an abort ends a call with its reason, wherever it is, and that of the whole client ends every call", async () => {
  const gateway = await OddGateway.start(silence);
  const end = new AbortController();
  const reason = new Error("enough");
  const { client } = driven(gateway.address, { signal: end.signal });
  const one = new AbortController();
  const asked = errorOf(client.listLights({ signal: one.signal }));
  one.abort(reason);
  expect(await asked).toBe(reason);
  expect(await errorOf(client.listDevices({}, { signal: one.signal }))).toBe(reason);
  const another = errorOf(client.listLights());
  end.abort(reason);
  expect(await another).toBe(reason);
  expect(await errorOf(client.listLights())).toBe(reason);
});

test("an abort ends a pause between tries", async () => {
  const gateway = await OddGateway.start(hangUp);
  const { client } = driven(gateway.address);
  const end = new AbortController();
  gateway.answer = (request) => {
    request.socket.destroy();
    setTimeout(() => end.abort(), 20);
  };
  expect(await errorOf(client.listLights({ signal: end.signal }))).toMatchObject({ name: "AbortError" });
});

test("in a browser, an error that may come of CORS says so, and what mends it", async () => {
  const { client } = driven("http://127.0.0.1:1");
  const messageAt = async (location: unknown): Promise<string> => {
    Reflect.set(globalThis, "location", location);
    onTestFinished(() => void Reflect.deleteProperty(globalThis, "location"));
    return (await errorOf(client.setLight(NOBODY, {}))).message.replace(/^\S+ /, "");
  };
  expect(await messageAt(undefined)).toBe("is unreachable");
  expect(await messageAt({ origin: "http://127.0.0.1:1" })).toBe("is unreachable");
  expect(await messageAt({ origin: "https://app.example" })).toBe(
    "is unreachable, or does not allow pages of other origins (CORS); to allow this origin, start Luxgate with --allow-origin https://app.example",
  );
  expect(await messageAt({ origin: "null" })).toBe("is unreachable, or does not allow pages of other origins (CORS)");
});
