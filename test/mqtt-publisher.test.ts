import { describe, expect, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { idFrom, type LightId } from "../src/core/home/model/ids.ts";
import { eventually } from "./support/events/mqtt-eventually.ts";
import { eventIn, LastValueFold, readForMqtt } from "./support/events/mqtt-fold.ts";
import { ForeignBroker, type Published } from "./support/events/mqtt-foreign-broker.ts";
import { ORIGIN } from "./support/events/mqtt-gateway.ts";
import { PublishingGateway } from "./support/events/mqtt-publishing.ts";

const LAMP = idFrom<LightId>("10000000-0000-4000-8000-000000000000");
const STATE = "luxgate/020000123456/state";
/** What the home of these tests holds: each is told at the beginning. */
const RESOURCES = 13;

const bright = (percent: number): Change => ({
  kind: "lightChanged",
  lightId: LAMP,
  state: { brightnessPercent: percent },
});
const events = (published: readonly Published[]) => published.filter(({ topic }) => !topic.endsWith("/state"));
const states = (published: readonly Published[]) => published.filter(({ topic }) => topic.endsWith("/state"));
const brightnessIn = ({ payload }: Published): number | undefined => {
  const { value } = JSON.parse(payload)[0];
  return Object.keys(value).length === 1 ? value.brightness : undefined;
};
const changesIn = (published: readonly Published[]) =>
  events(published).flatMap((message) => brightnessIn(message) ?? []);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

async function connected(options: ConstructorParameters<typeof PublishingGateway>[1] = {}, path = "") {
  const broker = await ForeignBroker.start();
  const home = new PublishingGateway(`mqtt://127.0.0.1:${broker.port}${path}`, options);
  await eventually(() => events(broker.published)).toHaveLength(RESOURCES);
  return { broker, home };
}

describe("a broker", () => {
  test("is sent that we are there, then how everything is, then what happens", async () => {
    const { broker, home } = await connected();
    expect(broker.published[0]).toEqual({ topic: STATE, payload: "online", qos: 1, retain: true });
    expect(home.states).toEqual([{ connected: true }]);
    home.gateway.submit(bright(7));
    await eventually(() => broker.published.at(-1)).toEqual({
      ...{ topic: "res/light/update", qos: 1, retain: false },
      payload: `[{"id":"${LAMP}","device_id":"${LAMP}","value":{"brightness":7}}]`,
    });
  });

  test("is sent under a prefix, if there is one", async () => {
    const { broker } = await connected({}, "/home/lights");
    expect(broker.published[0]?.topic).toBe(`home/lights/${STATE}`);
    expect(events(broker.published).every(({ topic }) => /^home\/lights\/res\/\w+\/update$/.test(topic))).toBe(true);
  });

  test("is sent by one client with a name of its own, user name and password", async () => {
    const given: unknown[] = [];
    const broker = await ForeignBroker.start({
      authenticate: (_client, username, password, done) => {
        given.push(username, password?.toString("utf8"));
        done(null, true);
      },
    });
    new PublishingGateway(`mqtt://me:p%40ss@127.0.0.1:${broker.port}`);
    await eventually(() => broker.clientIds).toEqual(["luxgate-020000123456"]);
    expect(given).toEqual(["me", "p@ss"]);
  });

  test("is sent many changes in their order, no faster than a broker passes them on", async () => {
    const { broker, home } = await connected();
    for (const number of upTo(2_000)) home.gateway.submit(bright((number % 100) + 1));
    await eventually(() => events(broker.published)).toHaveLength(800);
    home.clock.advance(1_000);
    await eventually(() => events(broker.published)).toHaveLength(1_300);
    await eventually(() => {
      home.clock.advance(20);
      return changesIn(broker.published);
    }).toEqual(upTo(2_000).map((number) => (number % 100) + 1));
  });
});

describe("a broker that goes away", () => {
  test("is sent what it missed when it is back, in its order, and twice only what was under way", async () => {
    const { broker, home } = await connected();
    for (const percent of upTo(20)) home.gateway.submit(bright(percent));
    await eventually(() => changesIn(broker.published).length).toBeGreaterThan(3);
    await broker.stop();
    await eventually(() => home.states).toHaveLength(2);
    for (const percent of upTo(99).slice(20)) home.gateway.submit(bright(percent));
    await broker.start();
    home.clock.advance(1_000);
    await eventually(() => changesIn(broker.published)).toContain(99);
    const received = changesIn(broker.published);
    expect([...new Set(received)]).toEqual(upTo(99));
    const twice = received.findIndex((percent, at) => received.indexOf(percent) < at);
    expect(twice === -1 ? upTo(99) : received.slice(twice)).toEqual(
      upTo(99).slice(twice === -1 ? 0 : (received[twice] ?? 0) - 1),
    );
    expect(home.states.at(-1)).toEqual({ connected: true });
  });

  test("is reported once, with the reason, however often it is tried", async () => {
    const broker = await ForeignBroker.toCome();
    const home = new PublishingGateway(`mqtt://127.0.0.1:${broker.port}`);
    const lost = { connected: false, reason: `connect ECONNREFUSED 127.0.0.1:${broker.port}` };
    await eventually(() => home.publisher.state).toEqual(lost);
    for (let tries = 0; tries < 3; tries += 1) {
      const before = home.publisher.state;
      home.clock.advance(60_000);
      await eventually(() => home.publisher.state).not.toBe(before);
    }
    expect(home.publisher.state).toEqual(lost);
    expect(home.states).toEqual([lost]);
    await broker.start();
    home.clock.advance(60_000);
    await eventually(() => home.states).toEqual([lost, { connected: true }]);
    await eventually(() => events(broker.published)).toHaveLength(RESOURCES);
  });

  test("for so long that it is not known any more what it missed is sent the whole home", async () => {
    const { broker, home } = await connected({ remembered: { events: 10, length: 100_000 } });
    const fold = new LastValueFold(readForMqtt(home.gateway.home, ORIGIN));
    await broker.stop();
    await eventually(() => home.states).toHaveLength(2);
    home.gateway.submit({ kind: "deviceLeft", deviceId: idFrom("20000000-0000-4000-8000-000000000000") });
    for (const percent of upTo(5_000)) home.gateway.submit(bright((percent % 100) + 1));
    const before = broker.published.length;
    await broker.start();
    home.clock.advance(1_000);
    await eventually(() => broker.published.at(-1)?.topic).toBe("res/scene/update");
    for (const message of events(broker.published.slice(before))) fold.apply(eventIn(message));
    expect(fold.lists).toEqual(readForMqtt(home.gateway.home, ORIGIN));
    expect(broker.published.length - before).toBeLessThan(20);
  });

  test("again and again is tried less and less often, also when it turns us out", async () => {
    const { broker, home } = await connected();
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const tries = broker.clientIds.length;
      broker.cut();
      await eventually(() => home.publisher.state?.connected).toBe(false);
      home.clock.advance(seconds * 1_000 - 1);
      expect(home.publisher.state?.connected).toBe(false);
      home.clock.advance(1);
      await eventually(() => home.publisher.state?.connected).toBe(true);
      expect(broker.clientIds).toHaveLength(tries + 1);
    }
  });

  test("and has kept us for a minute is tried again soon", async () => {
    const { broker, home } = await connected();
    for (const seconds of [1, 2]) {
      broker.cut();
      await eventually(() => home.publisher.state?.connected).toBe(false);
      home.clock.advance(seconds * 1_000);
      await eventually(() => home.publisher.state?.connected).toBe(true);
    }
    home.clock.advance(60_000);
    broker.cut();
    await eventually(() => home.publisher.state?.connected).toBe(false);
    home.clock.advance(1_000);
    await eventually(() => home.publisher.state?.connected).toBe(true);
  });

  test("receives from itself that we are gone, and from us when we are back", async () => {
    const { broker, home } = await connected();
    broker.cut();
    await eventually(() => states(broker.published).map(({ payload }) => payload)).toEqual(["online", "offline"]);
    home.clock.advance(1_000);
    await eventually(() => states(broker.published).map(({ payload }) => payload)).toEqual([
      "online",
      "offline",
      "online",
    ]);
    expect(states(broker.published).every(({ retain }) => retain)).toBe(true);
  });

  test("and does not want us says why", async () => {
    const broker = await ForeignBroker.start({ authenticate: (_client, _name, _password, done) => done(null, false) });
    const home = new PublishingGateway(`mqtt://127.0.0.1:${broker.port}`);
    await eventually(() => home.states).toEqual([{ connected: false, reason: "Connection refused: Not authorized" }]);
  });
});

describe("when we stop", () => {
  test("the broker is sent that we are gone, once, after all that was under way", async () => {
    const { broker, home } = await connected();
    home.gateway.submit(bright(7));
    await eventually(() => changesIn(broker.published)).toEqual([7]);
    await home.publisher.stop();
    await eventually(() => broker.published.at(-1)).toEqual({
      ...{ topic: STATE, payload: "offline", qos: 1, retain: true },
    });
    expect(states(broker.published)).toHaveLength(2);
    home.gateway.submit(bright(8));
    home.clock.advance(120_000);
    expect(broker.clientIds).toHaveLength(1);
  });

  test("nothing is tried again", async () => {
    const broker = await ForeignBroker.toCome();
    const home = new PublishingGateway(`mqtt://127.0.0.1:${broker.port}`);
    await eventually(() => home.states).toHaveLength(1);
    await home.publisher.stop();
    await broker.start();
    home.clock.advance(120_000);
    const other = new PublishingGateway(`mqtt://127.0.0.1:${broker.port}`, { mac: "02:00:00:00:00:01" });
    await eventually(() => other.states).toEqual([{ connected: true }]);
    expect(broker.clientIds).toEqual(["luxgate-020000000001"]);
  });
});
