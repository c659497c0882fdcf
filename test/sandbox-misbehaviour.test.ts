import { expect, onTestFinished, test } from "vitest";
import { Misbehaviour } from "../src/libraries/testing/misbehaviour.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { startedSandbox } from "./support/sandbox/started-sandbox.ts";

const LIGHTS = "/clip/v2/resource/light";
const EVENTS = "/eventstream/clip/v2";
const ROUNDS = 3;

type Sandbox = Awaited<ReturnType<typeof startedSandbox>>;

test("every kind of every door is accepted over the control address", async () => {
  const { send } = await startedSandbox();
  const needed: Readonly<Record<string, object>> = {
    delay: { millis: 5 },
    slow: { everyMillis: 5 },
    answer: { status: 500 },
  };
  for (const { properties } of Misbehaviour.anyOf) {
    const door = properties.on.properties.door.const;
    for (const way of "anyOf" in properties.as ? properties.as.anyOf : [properties.as]) {
      const kind = way.properties.kind.const;
      const given = { on: { door, times: 1 }, as: { kind, ...needed[kind] } };
      expect([given, (await send("/misbehave", given)).status]).toEqual([given, 200]);
    }
  }
});

/** One test among others: its fault is for its own request alone. */
async function sawFault({ control, sandbox }: Sandbox, as: { readonly kind: string }, name: string) {
  await control("/misbehave", { on: { pattern: `for=${name}$`, times: 1 }, as });
  const answer = answerAt(`${sandbox.addresses.url}${LIGHTS}?for=${name}`);
  const { status: logged } = await control("/next-request", { pattern: `for=${name}$`, after: 0 });
  return { answer, logged };
}

async function answerAt(url: string) {
  try {
    const answer = await fetch(url);
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: "none" };
  }
}

const CHECKS: Readonly<Record<string, { readonly as: object; readonly sees: object; readonly logged: number | null }>> =
  {
    delay: {
      as: { millis: 5_000 },
      sees: { status: 200, text: expect.stringMatching(/"len":11,"obj":\{\}\}\}$/) },
      logged: null,
    },
    slow: {
      as: { everyMillis: 10, bytes: 500 },
      sees: { status: 200, text: expect.stringMatching(/"len":11,"obj":\{\}\}\}$/) },
      logged: 200,
    },
    cut: { as: {}, sees: { status: "none" }, logged: 200 },
    stall: { as: {}, sees: { status: "none" }, logged: 200 },
    hang: { as: {}, sees: { status: "none" }, logged: null },
    answer: { as: { status: 503 }, sees: { status: 503 }, logged: 503 },
    "malformed-json": { as: {}, sees: { status: 200, text: expect.stringMatching(/"obj":\{\}\}$/) }, logged: 200 },
    "wrong-len": { as: { by: 3 }, sees: { status: 200, text: expect.stringMatching(/"len":14\b/) }, logged: 200 },
  };

test("faults of many tests at once, in random order, each reach only the request that they are for", async () => {
  const sandbox = await startedSandbox({ clock: "driven" });
  const { control, client } = sandbox;
  const tests = Array.from({ length: ROUNDS }, () => Object.entries(CHECKS))
    .flat()
    .map((check, index) => ({ check, name: `${index}`, turn: Math.random() }))
    .toSorted((one, other) => one.turn - other.turn);
  const seen = await Promise.all(
    tests.map(async ({ check: [kind, { as }], name }) => ({
      kind,
      ...(await sawFault(sandbox, { kind, ...as }, name)),
    })),
  );
  expect((await client.send(LIGHTS)).json.data.len).toBe(11);
  // What is late comes; what is stuck ends with its connection.
  for (let step = 0; step < 100; step += 1) await control("/advance", { millis: 100 });
  const late = seen.filter(({ kind }) => kind !== "stall" && kind !== "hang");
  await Promise.all(late.map(({ answer }) => answer));
  await control("/cut-connections");
  for (const { kind, answer, logged } of seen)
    expect({ kind, logged, ...(await answer) }).toMatchObject({
      kind,
      logged: CHECKS[kind]?.logged,
      ...CHECKS[kind]?.sees,
    });
});

test("one stream loses its events and another its heartbeats, over the control address", async () => {
  const { control, sandbox } = await startedSandbox({ clock: "driven" });
  await control("/misbehave", { on: { pattern: "for=a$" }, as: { kind: "lose-events" } });
  await control("/misbehave", { on: { pattern: "for=b$" }, as: { kind: "lose-heartbeats" } });
  const open = async (name: string) => {
    const stream = await EventStreamClient.open({ port: sandbox.addresses.ports.http, path: `${EVENTS}?for=${name}` });
    onTestFinished(() => stream.hangUp());
    const heard: string[] = [];
    const until = async (event: string) => {
      while (!heard.includes(event)) heard.push(...(await stream.next()).map((message) => message.event ?? ""));
    };
    await until("snapshot");
    return { heard, until };
  };
  const [a, b] = [await open("a"), await open("b")];
  for (let step = 0; step < 60; step += 1) await control("/advance", { millis: 1_000 });
  await control("/switch", { device: "Reading lamp" });
  await control("/advance", { millis: 1_000 });
  await Promise.all([a.until("heartbeat"), b.until("update")]);
  expect([a.heard.includes("update"), b.heard.includes("heartbeat")]).toEqual([false, false]);
});
