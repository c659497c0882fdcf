import { expect, onTestFinished, test } from "vitest";
import { connect } from "../src/libraries/client/index.ts";
import { stateHash } from "../src/libraries/client/state-hash.ts";
import { EventSpeaker, event } from "./support/client/event-speaker.ts";
import { LossyLine } from "./support/client/lossy-line.ts";
import { json, OddGateway } from "./support/client/odd-gateway.ts";
import { whileTimePasses } from "./support/client/passing-time.ts";
import { Watcher } from "./support/client/watcher.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";

async function demo() {
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  const line = new LossyLine();
  const { clock } = gateway;
  const address = `http://127.0.0.1:${gateway.http.port}`;
  const client = connect(address, { clock, fetch: line.fetch, findAgain: false, random: () => 0.5 });
  const [lamp] = gateway.gateway.home.lights.all();
  if (!lamp) throw new Error("there is no lamp");
  // What it reports then changes nothing but itself: the lights of its room do not count it.
  gateway.gateway.submit({ kind: "deviceReached", deviceId: lamp.deviceId, online: false });
  const dim = (brightnessPercent: number) =>
    gateway.gateway.submit({ kind: "lightChanged", lightId: lamp.id, state: { brightnessPercent } });
  return { gateway, address, clock, line, client, lamp, dim };
}

const lamp = (on: number) => ({ id: "A", type: "light", name: "Lamp", on });
const snapshot = (...light: readonly object[]) =>
  event(1, "snapshot", { device: [], light, sync: [], room: [], scene: [] });

/** A client of an event stream on which the test says what it likes. */
async function received(...greetings: string[]) {
  const speaker = new EventSpeaker(...greetings);
  const gateway = await OddGateway.start(speaker.answer);
  const clock = new ManualClock();
  const client = connect(gateway.address, { clock, findAgain: false, random: () => 0.5 });
  const watcher = new Watcher(client);
  return { speaker, gateway, clock, watcher };
}

test("the home comes first, then what changes, with what was before, what is otherwise and what is now", async () => {
  const { client, lamp, dim, address } = await demo();
  const watcher = new Watcher(client);
  const { kind, home } = await watcher.nth(1);
  expect(kind).toBe("snapshot");
  expect([home.devices, home.lights, home.syncBoxes, home.rooms, home.scenes].map(({ size }) => size)).toEqual([
    14, 11, 1, 5, 5,
  ]);
  dim(7);
  const change = await watcher.nth(2);
  expect(change).toMatchObject({ kind: "update", type: "light", id: lamp.id, value: { brightness: 7 } });
  expect(change).toMatchObject({ before: { brightness: lamp.brightnessPercent }, resource: { brightness: 7 } });
  expect(home.lights.get(lamp.id)?.brightness).toBe(7);
  expect(watcher.states).toEqual([{ state: "events", address }]);
});

test("what is added and removed is told as such", async () => {
  const { client, gateway, lamp } = await demo();
  const watcher = new Watcher(client);
  await watcher.nth(1);
  gateway.gateway.submit({ kind: "deviceLeft", deviceId: lamp.deviceId });
  await expect.poll(() => watcher.changes).toContain(`remove light ${lamp.id}`);
  expect(watcher.received.find(({ kind }) => kind === "remove")).toMatchObject({ before: { id: lamp.id } });
  const { speaker, watcher: other } = await received(snapshot());
  await other.nth(1);
  speaker.say(event(2, "add", { id: "B", type: "light", on: 1 }));
  expect(await other.nth(2)).toMatchObject({ kind: "add", type: "light", id: "B", resource: { on: 1 } });
});

test("a connection that breaks is made again, and goes on where it was", async () => {
  const { client, clock, line, dim, lamp } = await demo();
  const watcher = new Watcher(client);
  await watcher.nth(1);
  line.cut();
  await expect.poll(() => watcher.states.length).toBe(2);
  expect(watcher.states[1]).toMatchObject({ state: "lost", error: { code: "unreachable" } });
  dim(7);
  await whileTimePasses(clock, watcher.nth(2));
  expect(watcher.changes).toEqual(["snapshot", `update light ${lamp.id}`]);
});

test("a connection that served well and breaks is made again as soon as the first one", async () => {
  const { gateway, address, clock, line, dim } = await demo();
  let waits = 0;
  const random = () => {
    waits += 1;
    return 0.5;
  };
  const watcher = new Watcher(connect(address, { clock, fetch: line.fetch, findAgain: false, random }));
  await watcher.nth(1);
  for (let times = 1; times <= 6; times += 1) {
    line.cut();
    await expect.poll(() => [waits, gateway.http.eventStreams]).toEqual([times, 0]);
    dim(times);
    clock.advance(1_000);
    await watcher.nth(times + 1);
  }
});

test("an event that was lost is made good by the next heartbeat", async () => {
  const { client, clock, line, dim, lamp } = await demo();
  const watcher = new Watcher(client);
  await watcher.nth(1);
  line.lose(1);
  dim(7);
  await whileTimePasses(clock, watcher.nth(2), 1_000);
  expect(watcher.changes).toEqual(["snapshot", `update light ${lamp.id}`]);
  expect(line.eventsLost).toBe(1);
});

test("a connection on which not even heartbeats come is dead", async () => {
  const { client, clock, line, dim } = await demo();
  const watcher = new Watcher(client);
  await watcher.nth(1);
  line.stall();
  dim(7);
  await whileTimePasses(clock, watcher.nth(2), 1_000);
  expect(watcher.states).toMatchObject([
    { state: "events" },
    { state: "lost", error: { code: "timeout" } },
    { state: "events" },
  ]);
});

test("heartbeats that agree change nothing, however long it goes on", async () => {
  const { client, gateway, clock } = await demo();
  const watcher = new Watcher(client);
  await watcher.nth(1);
  for (let minute = 0; minute < 5; minute += 1) {
    for (let beat = 0; beat < 4; beat += 1) {
      clock.advance(15_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  expect(watcher.changes).toEqual(["snapshot"]);
  expect(watcher.states.length).toBe(1);
  expect(gateway.http.eventStreams).toBe(1);
});

test("after a reset everything is told anew, even when the line breaks before the snapshot is whole", async () => {
  const { speaker, clock, watcher } = await received(snapshot(lamp(1)), snapshot(lamp(0)));
  await watcher.nth(1);
  speaker.say(event("", "reset", {}));
  speaker.say("id: 9\nevent: snapshot\ndata: {");
  speaker.end();
  await whileTimePasses(clock, watcher.nth(2));
  expect(speaker.lastEventIds).toEqual([undefined, undefined]);
  expect(watcher.received[1]).toMatchObject({ kind: "update", value: { on: 0 } });
});

test("the last id goes along when the connection is made again, and not before the time that the gateway asks for", async () => {
  const greeting = `retry: 20000\n\n${snapshot(lamp(1))}`;
  const { speaker, clock, watcher } = await received(greeting, event(2, "remove", { id: "A", type: "light" }));
  await watcher.nth(1);
  speaker.end();
  await expect.poll(() => watcher.states.at(-1)).toMatchObject({ state: "lost" });
  for (let seconds = 0; seconds < 9; seconds += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    clock.advance(1_000);
  }
  expect(speaker.lastEventIds).toEqual([undefined]);
  await whileTimePasses(clock, watcher.nth(2), 1_000);
  expect(speaker.lastEventIds).toEqual([undefined, "1"]);
  expect(watcher.changes).toEqual(["snapshot", "remove light A"]);
});

test("what cannot be, or cannot be read, makes it read everything anew", async () => {
  const strange = [
    event(2, "update", { id: "Z", type: "light", value: { on: 1 } }),
    event(2, "update", "{"),
    event(2, "add", "[]"),
  ];
  for (const text of strange) {
    const { speaker, clock, watcher } = await received(snapshot(lamp(1)) + text, snapshot(lamp(0)));
    await whileTimePasses(clock, watcher.nth(2));
    expect(watcher.received[1]).toMatchObject({ kind: "update", value: { on: 0 }, resource: lamp(0) });
    expect(speaker.lastEventIds).toEqual([undefined, undefined]);
    await watcher.stop();
  }
});

test("what nobody knows yet is passed over: events, types, fields, and heartbeats without a hash", async () => {
  const { speaker, watcher } = await received(
    event(1, "snapshot", { light: [lamp(1), { on: 1 }, 7], robot: [{ id: "R" }] }),
  );
  const { home } = await watcher.nth(1);
  speaker.say(
    event(2, "party", {}) + event(3, "heartbeat", { id: 3 }) + event(4, "remove", { id: "nobody", type: "light" }),
  );
  speaker.say(
    event(5, "add", { id: "S", type: "robot" }) + event(6, "update", { id: "R", type: "robot", value: { on: 1 } }),
  );
  speaker.say(event(7, "remove", { id: "R", type: "robot" }) + event(8, "add", { name: "nameless" }));
  speaker.say(event(9, "add", lamp(1)) + event(10, "update", { id: "A", type: "light" }));
  speaker.say(event(11, "update", { id: "A", type: "light", value: { mood: "blue" } }));
  await watcher.nth(2);
  expect(watcher.changes).toEqual(["snapshot", "update light A"]);
  expect([...home.lights.values()]).toEqual([{ ...lamp(1), mood: "blue" }]);
});

test("fields that come in another order are no change, and the hash is right from then on", async () => {
  const home = snapshot({ on: 1, id: "A", type: "light", name: "Lamp" });
  const { speaker, clock, watcher } = await received(snapshot(lamp(1)), home);
  const { home: view } = await watcher.nth(1);
  const hash = stateHash([{ on: 1, id: "A", type: "light", name: "Lamp" }]);
  speaker.say(event(1, "heartbeat", { id: 1, hash }));
  await whileTimePasses(clock, expect.poll(() => speaker.lastEventIds.length).toBe(2));
  speaker.say(event(1, "heartbeat", { id: 1, hash }) + event(2, "add", { id: "B", type: "light" }));
  await whileTimePasses(clock, watcher.nth(2));
  expect(watcher.changes).toEqual(["snapshot", "add light B"]);
  expect(speaker.lastEventIds.length).toBe(2);
  expect(Object.keys(view.lights.get("A") ?? {})).toEqual(["on", "id", "type", "name"]);
});

test("a type that nobody knows counts in the hash all the same", async () => {
  const { speaker, watcher } = await received(event(1, "snapshot", { robot: [{ id: "A" }, { id: "B" }] }));
  await watcher.nth(1);
  speaker.say(event(1, "heartbeat", { id: 1, hash: "818bfa77e5a432c3eb5d91e0293f2a96" }));
  speaker.say(event(2, "add", lamp(1)));
  await watcher.nth(2);
  expect(speaker.lastEventIds).toEqual([undefined]);
});

test("an abort ends it without an error, and nobody listens any more", async () => {
  const { client, gateway } = await demo();
  const watcher = new Watcher(client);
  await watcher.nth(1);
  await watcher.stop();
  expect(await watcher.over).toBeUndefined();
  await expect.poll(() => gateway.http.eventStreams).toBe(0);
  const aborted = AbortSignal.abort();
  for await (const change of client.watch({ signal: aborted })) expect(change).toBe("nothing");
});

test("an abort ends the stream even while nobody reads on", async () => {
  const { client, gateway } = await demo();
  const end = new AbortController();
  const watching = client.watch({ signal: end.signal });
  expect((await watching.next()).value?.kind).toBe("snapshot");
  expect(gateway.http.eventStreams).toBe(1);
  end.abort();
  await expect.poll(() => gateway.http.eventStreams).toBe(0);
  expect(await watching.next()).toEqual({ done: true, value: undefined });
});

test("whoever leaves the loop leaves the stream", async () => {
  const { client, gateway } = await demo();
  for await (const { home } of client.watch()) {
    expect(home.lights.size).toBe(11);
    break;
  }
  await expect.poll(() => gateway.http.eventStreams).toBe(0);
});

test("a gateway where one needs a key says so, and that ends it", async () => {
  const gateway = await runGateway({ profile: "shared" });
  onTestFinished(() => gateway.stop());
  const watcher = new Watcher(connect(`http://127.0.0.1:${gateway.http.port}`, { findAgain: false }));
  expect(await watcher.over).toMatchObject({ code: "key-needed" });
});

test("a gateway with too many listeners, or at a loss, is tried again", async () => {
  const speaker = new EventSpeaker(snapshot());
  const gateway = await OddGateway.start(json({ code: -503, msg: "too many" }, 503));
  const clock = new ManualClock();
  const watcher = new Watcher(connect(gateway.address, { clock, findAgain: false }));
  await expect.poll(() => watcher.states).toMatchObject([{ state: "lost", error: { code: "busy" } }]);
  gateway.answer = json({ code: -500 }, 500);
  await whileTimePasses(clock, expect.poll(() => watcher.states.at(-1)).toMatchObject({ error: { code: "fault" } }));
  gateway.answer = speaker.answer;
  await whileTimePasses(clock, watcher.nth(1));
});
