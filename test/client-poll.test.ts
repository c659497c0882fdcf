import { expect, onTestFinished, test } from "vitest";
import { connect } from "../src/libraries/client/index.ts";
import { EventSpeaker, event } from "./support/client/event-speaker.ts";
import { type Answer, hangUp, json, OddGateway } from "./support/client/odd-gateway.ts";
import { whileTimePasses } from "./support/client/passing-time.ts";
import { Watcher } from "./support/client/watcher.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";

/** The real gateway behind something that hides what the document does not have: events, and tags if it is told to. */
async function documentedGateway({ hasTags }: { readonly hasTags: boolean }) {
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  const statuses: number[] = [];
  const clock = new ManualClock();
  const hiding: typeof fetch = async (url, init) => {
    const isEvents = String(url).includes("/eventstream");
    const response = await fetch(String(url) + (isEvents ? "/none" : ""), init);
    statuses.push(response.status);
    const headers = new Headers(response.headers);
    if (!hasTags) headers.delete("etag");
    return new Response(response.status === 304 ? null : await response.arrayBuffer(), {
      status: response.status,
      headers,
    });
  };
  const address = `http://127.0.0.1:${gateway.http.port}`;
  const watcher = new Watcher(connect(address, { clock, fetch: hiding, findAgain: false }));
  return { gateway, clock, watcher, statuses, address };
}

const DIMMED = { brightnessPercent: 7 };

test.each([true, false])(
  "a gateway without events is read again and again, and what differs is told; with tags: %s",
  async (hasTags) => {
    const { gateway, clock, watcher, statuses, address } = await documentedGateway({ hasTags });
    const { home } = await watcher.nth(1);
    expect(watcher.changes).toEqual(["snapshot"]);
    expect(watcher.states).toEqual([{ state: "polling", address }]);
    expect([home.devices.size, home.lights.size, home.rooms.size]).toEqual([14, 11, 5]);
    const [lamp] = gateway.gateway.home.lights.all();
    if (!lamp) throw new Error("there is no lamp");
    gateway.gateway.submit({ kind: "lightChanged", lightId: lamp.id, state: DIMMED });
    const change = await whileTimePasses(clock, watcher.nth(2));
    expect(change).toMatchObject({ kind: "update", type: "light", id: lamp.id, value: { brightness: 7 } });
    gateway.gateway.submit({ kind: "deviceLeft", deviceId: lamp.deviceId });
    await whileTimePasses(clock, expect.poll(() => watcher.changes).toContain(`remove light ${lamp.id}`));
    expect(statuses.includes(304)).toBe(hasTags);
  },
);

const resources =
  (light: readonly object[]): Answer =>
  (request, response) => {
    const isLights = request.url === "/clip/v2/resource/light";
    const isMissing = request.url?.startsWith("/clip/v2/resource/sync") || request.url?.startsWith("/eventstream");
    const answer = isMissing
      ? json({ code: -1, msg: "not found", data: {} }, 404)
      : json({ code: 0, msg: "success", data: { arr: isLights ? light : [] } });
    answer(request, response);
  };

/** What a proxy answers while its gateway is away, and many a web server for paths that it does not know. */
const notFoundPage: Answer = (_request, response) =>
  void response.writeHead(404, { "Content-Type": "text/plain" }).end("404 page not found\n");

/** What another web server answers, whatever it is asked for. */
const page: Answer = (_request, response) => void response.end("<html>");

async function odd(answer: Answer) {
  const gateway = await OddGateway.start(answer);
  const clock = new ManualClock();
  return {
    gateway,
    clock,
    watcher: new Watcher(connect(gateway.address, { clock, findAgain: false }), { pollMillis: 500 }),
  };
}

test("a gateway that does not know a kind of resource has none of it, and a field that is gone is told as such", async () => {
  const { gateway, clock, watcher } = await odd(resources([{ id: "A", on: 1, mood: "blue" }]));
  const { home } = await watcher.nth(1);
  expect(home.syncBoxes.size).toBe(0);
  gateway.answer = resources([{ id: "A", on: 1 }]);
  expect(await whileTimePasses(clock, watcher.nth(2))).toMatchObject({ kind: "update", value: { mood: undefined } });
  expect(home.lights.get("A")).toEqual({ id: "A", on: 1 });
});

test("one that cannot be reached for a while is waited for, and asked for events again once it is back", async () => {
  const { gateway, clock, watcher } = await odd(resources([{ id: "A", on: 1 }]));
  await watcher.nth(1);
  gateway.answer = hangUp;
  await whileTimePasses(clock, expect.poll(() => watcher.states.at(-1)).toMatchObject({ state: "lost" }));
  gateway.answer = new EventSpeaker(event(1, "snapshot", { light: [{ id: "A", on: 0 }] })).answer;
  expect(await whileTimePasses(clock, watcher.nth(2))).toMatchObject({ kind: "update", value: { on: 0 } });
  expect(watcher.states.map(({ state }) => state).filter((state) => state !== "lost")).toEqual(["polling", "events"]);
});

test("a refusal that no patience heals ends it", async () => {
  const { gateway, clock, watcher } = await odd(resources([]));
  await watcher.nth(1);
  gateway.answer = json({ code: -401, msg: "a key", data: {} });
  expect(await whileTimePasses(clock, watcher.over)).toMatchObject({ code: "key-needed" });
});

test("whatever answers with something else than events is taken for a gateway without them", async () => {
  for (const answer of [json({ code: 0 }), json({ code: -405 }, 405), json({ code: -77, msg: "what?" })]) {
    const { watcher } = await odd((request, response) => {
      if (request.url?.startsWith("/eventstream")) answer(request, response);
      else resources([{ id: "A" }])(request, response);
    });
    await watcher.nth(1);
    expect(watcher.states[0]?.state).toBe("polling");
  }
});

const LAMP = { id: "A", type: "light", name: "Lamp", on: 1 };

test.each([
  ["a page that says that nothing is there", notFoundPage],
  ["a page for everything", page],
  ["lists that are not there", json({ code: -1, msg: "not found", data: {} }, 404)],
])(
  "%s takes nothing from a home that is known: the gateway is away, until it sends events again",
  async (_, answer) => {
    const speaker = new EventSpeaker(event(1, "snapshot", { light: [LAMP], room: [{ id: "R" }], group_light: [] }));
    const { gateway, clock, watcher } = await odd(speaker.answer);
    const { home } = await watcher.nth(1);
    gateway.answer = answer;
    speaker.end();
    await expect.poll(() => watcher.states.at(-1)).toMatchObject({ state: "lost" });
    const asked = gateway.asked.length;
    await whileTimePasses(clock, expect.poll(() => gateway.asked.length).toBeGreaterThan(asked + 20));
    expect(watcher.changes).toEqual(["snapshot"]);
    expect(new Set(watcher.states.slice(1).map(({ state }) => state))).toEqual(new Set(["lost"]));
    gateway.answer = speaker.answer;
    await whileTimePasses(clock, expect.poll(() => watcher.states.at(-1)).toMatchObject({ state: "events" }));
    expect(watcher.changes).toEqual(["snapshot"]);
    expect(home.lights.get("A")).toEqual(LAMP);
  },
);

test("a gateway whose proxy says at first that nothing is there is waited for, and another server's page is an error", async () => {
  const { gateway, clock, watcher } = await odd(notFoundPage);
  await expect.poll(() => watcher.states.at(-1)).toMatchObject({ state: "lost", error: { code: "not-found" } });
  gateway.answer = resources([LAMP]);
  expect((await whileTimePasses(clock, watcher.nth(1))).home.lights.size).toBe(1);
  const { watcher: mistaken } = await odd(page);
  expect(await mistaken.over).toMatchObject({ code: "bad-answer" });
});

test("sync boxes that were there do not go by a page of a proxy, but by the gateway's own word", async () => {
  const withBoxes =
    (boxes: Answer): Answer =>
    (request, response) =>
      (request.url?.startsWith("/clip/v2/resource/sync") ? boxes : resources([LAMP]))(request, response);
  const { gateway, clock, watcher } = await odd(withBoxes(notFoundPage));
  expect((await watcher.nth(1)).home.syncBoxes.size).toBe(0);
  gateway.answer = withBoxes(json({ code: 0, data: { arr: [{ id: "S", on: 1 }] } }));
  await whileTimePasses(clock, watcher.nth(2));
  gateway.answer = withBoxes(notFoundPage);
  await whileTimePasses(clock, expect.poll(() => watcher.states.at(-1)).toMatchObject({ state: "lost" }));
  expect(watcher.changes).toEqual(["snapshot", "add sync S"]);
  gateway.answer = resources([LAMP]);
  await whileTimePasses(clock, watcher.nth(3));
  expect(watcher.changes).toEqual(["snapshot", "add sync S", "remove sync S"]);
});

test("a gateway that is polled is asked for events again once a minute, and nothing is reported until it has them", async () => {
  const { gateway, clock, watcher } = await odd(resources([LAMP]));
  await watcher.nth(1);
  const streams = () => gateway.targets.filter((target) => target?.startsWith("/eventstream")).length;
  await whileTimePasses(clock, expect.poll(streams).toBe(3), 1_000);
  expect(clock.now()).toBeGreaterThanOrEqual(120_000);
  expect(watcher.states.map(({ state }) => state)).toEqual(["polling"]);
  gateway.answer = new EventSpeaker(event(1, "snapshot", { light: [{ ...LAMP, on: 0 }] })).answer;
  await whileTimePasses(clock, watcher.nth(2), 1_000);
  expect(watcher.states.map(({ state }) => state).filter((state) => state !== "lost")).toEqual(["polling", "events"]);
});

test("events after polling begin with the home, for what was polled is newer than the last event", async () => {
  const speaker = new EventSpeaker(event(1, "snapshot", { light: [LAMP] }));
  const { gateway, clock, watcher } = await odd(speaker.answer);
  await watcher.nth(1);
  gateway.answer = resources([{ ...LAMP, on: 0 }]);
  speaker.end();
  await whileTimePasses(clock, watcher.nth(2));
  gateway.answer = speaker.answer;
  await whileTimePasses(clock, watcher.nth(3), 1_000);
  expect(speaker.lastEventIds).toEqual([undefined, undefined]);
  expect(watcher.received.slice(1)).toMatchObject([{ value: { on: 0 } }, { value: { on: 1 } }]);
});
