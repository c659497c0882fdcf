import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { DrivenClock, startTestGateway, type TestGateway } from "../src/libraries/testing/index.ts";
import { times } from "./support/depth.ts";

/** As from a test in JavaScript, which no compiler checks. */
// biome-ignore lint/suspicious/noExplicitAny: words that the types do not allow are what is tested
type Unchecked = any;

async function started(): Promise<Unchecked> {
  const gateway = await startTestGateway();
  onTestFinished(() => gateway.stop());
  return gateway;
}

describe("options of a gateway that are unknown are refused, with the nearest word", () => {
  test.each<[Unchecked, string]>([
    [{ hom: "demo" }, 'startTestGateway: unknown key "hom"; did you mean "home"?'],
    [{ key: ["mine"] }, 'startTestGateway: unknown key "key"; did you mean "keys"?'],
    [{ profile: "shard" }, 'startTestGateway: profile: expected "home" (the default), where reads'],
    [{ profile: "shard" }, 'did you mean "shared"?'],
    [{ keys: "mine" }, "startTestGateway: keys: expected a list of keys"],
    [{ keys: [""] }, "startTestGateway: keys: expected a key of visible ASCII characters"],
    [{ keys: ["mine", "ä b"] }, "startTestGateway: keys: expected a key of visible ASCII characters"],
    [{ keys: [" mine"] }, "startTestGateway: keys: expected a key of visible ASCII characters"],
    [{ mqttResync: "no" }, "startTestGateway: mqttResync: expected true"],
    [{ clock: { now: 5 } }, "startTestGateway: clock: expected a DrivenClock"],
    [{ allowOrigin: "https://app.example" }, "startTestGateway: allowOrigin: expected a list of"],
    [{ allowOrigin: ["https://app.example/"] }, "startTestGateway: allowOrigin: expected one exact origin"],
    [{ home: { roms: [] } }, 'unknown key "roms"; did you mean "rooms"?'],
    ["demo", "startTestGateway: expected options"],
    [
      { hom: 1, kees: 2 },
      'startTestGateway: unknown key "hom"; did you mean "home"?\nstartTestGateway: unknown key "kees"',
    ],
  ])("%j", async (options, problem) => {
    await expect(startTestGateway(options)).rejects.toThrow(problem);
  });
});

describe("a misbehaviour that would never happen is refused, with the nearest word", () => {
  test.each<[Unchecked, string]>([
    [
      { on: {}, as: { kind: "explode" } },
      "misbehave: as: kind: expected one of delay, slow, cut, stall, hang, answer,",
    ],
    [{ on: {}, as: { kind: "dealy", millis: 5 } }, 'where door is "http"; did you mean "delay"?'],
    [{ on: { paht: "/api" }, as: { kind: "hang" } }, 'misbehave: on: unknown key "paht"; did you mean "path"?'],
    [{ on: { door: "mqqt" }, as: { kind: "cut" } }, "misbehave: on: door: expected one of http, mqtt, discovery"],
    [{ on: { door: "mqqt" }, as: { kind: "cut" } }, 'did you mean "mqtt"?'],
    [
      { on: { door: "mqtt" }, as: { kind: "hang" } },
      'misbehave: as: kind: expected one of refuse, delay, slow, cut, stall where door is "mqtt"',
    ],
    [{ on: { door: "mqtt", path: "/api" }, as: { kind: "cut" } }, 'misbehave: on: unknown key "path"'],
    [{ on: { path: "/api" }, as: { kind: "refuse" } }, 'misbehave: on: unknown key "path"'],
    [{ on: { times: 0 }, as: { kind: "cut" } }, "misbehave: on: times: expected how many times it happens"],
    [{ on: {}, as: { kind: "delay" } }, 'misbehave: as: "millis" is missing; expected a number of milliseconds'],
    [{ on: {}, as: { kind: "delay", milis: 5 } }, 'misbehave: as: unknown key "milis"; did you mean "millis"?'],
    [{ on: {}, as: { kind: "answer", status: 100 } }, "misbehave: as: status: expected an HTTP status from 200 to 599"],
    [
      { on: {}, as: { kind: "answer", status: 500, headers: { a: 1 } } },
      "misbehave: as: headers: expected an object with header names, and their values as texts",
    ],
    [{ on: { path: 5 }, as: { kind: "cut" } }, "misbehave: on: path: expected a path without its query"],
    [
      { on: { method: "GTE" }, as: { kind: "cut" } },
      "on: method: expected a method such as GET, case-insensitive; did",
    ],
    [{ on: { method: "GTE" }, as: { kind: "cut" } }, 'did you mean "GET"?'],
    [{ on: { path: "clip/v2/resource/light" }, as: { kind: "cut" } }, 'did you mean "/clip/v2/resource/light"?'],
    [{ on: { path: "/clip/v2/resource/light?x=1" }, as: { kind: "cut" } }, "path without its query"],
    [{ on: { path: "/clip/v2/resource/lihgt" }, as: { kind: "cut" } }, 'did you mean "/clip/v2/resource/light"?'],
    [{ on: { path: "/clip/v2/resource/lihgt/AB-1" }, as: { kind: "cut" } }, "use pattern"],
    [{ on: { path: "/clip/v2/resource/light/:id" }, as: { kind: "cut" } }, "use pattern"],
    [{ on: { path: "/a b" }, as: { kind: "cut" } }, "path without its query"],
    [{ on: { path: "/api" }, as: { kind: "lose-events" } }, "on: path: expected /eventstream/clip/v2"],
    [{ as: { kind: "cut" } }, 'misbehave: "on" is missing'],
    [{ kind: "cut" }, 'misbehave: unknown key "kind"'],
    [{ on: {}, as: "cut" }, "misbehave: as: expected an object"],
    [undefined, "misbehave: expected { on, as }"],
  ])("%j", async (misbehaviour, problem) => {
    const gateway = await started();
    expect(() => gateway.misbehave(misbehaviour)).toThrow(problem);
    expect((await fetch(`${gateway.url}/clip/v2/resource/light`)).status).toBe(200);
  });
});

test("a fault may be for paths that the gateway does not have, and for those with an id", async () => {
  const gateway = await started();
  for (const path of ["/config", "/clip/v2/resource/motion", "/clip/v2/resource/light/AB-1", "/"])
    expect(() => gateway.misbehave({ on: { method: "put", path }, as: { kind: "cut" } })).not.toThrow();
});

/** Every way to misbehave at every door, with all that it takes. */
const MISBEHAVIOURS: readonly Unchecked[] = [
  ...[
    { kind: "delay", millis: 5 },
    { kind: "slow", everyMillis: 5, bytes: 1 },
    { kind: "cut", afterBytes: 5 },
    { kind: "stall", afterBytes: 5 },
    { kind: "hang" },
    { kind: "answer", status: 500, body: "{}", headers: { "Content-Type": "text/plain" } },
    { kind: "malformed-json" },
    { kind: "wrong-len", by: -1 },
    { kind: "lose-heartbeats" },
    { kind: "lose-events" },
  ].map((as) => ({ on: { door: "http", method: "GET", path: /x/, times: 1 }, as })),
  ...["refuse", "cut", "stall"].map((kind) => ({ on: { door: "mqtt", times: 1 }, as: { kind } })),
  { on: { door: "http", times: 1 }, as: { kind: "refuse" } },
  { on: { door: "discovery", times: 1 }, as: { kind: "lose" } },
  { on: { door: "discovery", times: 1 }, as: { kind: "duplicate", copies: 3 } },
];

test("every misbehaviour is taken as it is declared, and refused with any of its words misspelt", async () => {
  const gateway = await started();
  const anyOf = fc.constantFrom(...MISBEHAVIOURS);
  const word = fc.constantFrom("on", "as");
  fc.assert(
    fc.property(anyOf, word, fc.nat(), (misbehaviour, part, choice) => {
      gateway.misbehave(misbehaviour)();
      const keys = Object.keys(misbehaviour[part]);
      const key = keys[choice % keys.length] ?? "";
      const { [key]: value, ...others } = misbehaviour[part];
      const misspelt = { ...misbehaviour, [part]: { ...others, [`${key}x`]: value } };
      expect(() => gateway.misbehave(misspelt)).toThrow(/^misbehave: /);
    }),
    { numRuns: times(300) },
  );
});

test("what a test waits for, and what it does to devices, is refused in unknown words", async () => {
  const gateway: Unchecked = await startTestGateway({ clock: new DrivenClock() });
  onTestFinished(() => (gateway as TestGateway).stop());
  const lamp = gateway.device("Reading lamp");
  await expect(gateway.nextRequest({ paht: "/api" })).rejects.toThrow('unknown key "paht"; did you mean "path"?');
  const refused: readonly [() => void, string][] = [
    [() => gateway.randomFaults({ seed: 1, lossPercent: 5 }), 'unknown key "lossPercent"; did you mean "losePercent"?'],
    [() => gateway.randomFaults({ losePercent: 5 }), 'randomFaults: "seed" is missing'],
    [() => lamp.set({ brightnes: 5 }), 'set: unknown key "brightnes"; did you mean "brightness"?'],
    [() => lamp.set({ colour: "rde" }), 'did you mean "red"?'],
    [() => lamp.set({ brightness: 0 }), "set: brightness: expected a brightness from 1 to 100"],
    [() => lamp.switch("onn"), 'switch: to: expected on, off or toggle; did you mean "on"?'],
    [() => lamp.loseNext(-1), "loseNext: count: expected a whole number of at least 1"],
    [() => lamp.obeyAfter("soon"), "obeyAfter: millis: expected a number of milliseconds"],
    [() => lamp.reportAfter(-1), "reportAfter: millis: expected a number of milliseconds"],
  ];
  for (const [happen, problem] of refused) expect(happen).toThrow(problem);
});
