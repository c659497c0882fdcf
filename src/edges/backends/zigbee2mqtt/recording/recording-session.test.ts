import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ManualClock } from "../../../../../test/support/gateway/manual-clock.ts";
import { someFolder } from "../../../../../test/support/store/some-folder.ts";
import { messageOf } from "../../../../../test/support/zigbee2mqtt/any-zigbee-house.ts";
import type { BridgeAddress, Listener } from "../bridge/link/transport.ts";
import { startRecording } from "./recording-session.ts";

/** A bridge that says what the test says. */
class SpokenFor implements BridgeAddress {
  readonly name = "scripted for";
  readonly base = "scripted for";
  listener: Listener | undefined;
  isStopped = false;

  open(listener: Listener) {
    this.listener = listener;
    const stop = async () => {
      this.isStopped = true;
    };
    return { publish: () => undefined, requestRetained: () => undefined, stop };
  }

  publishes(topic: string, payload: string): void {
    void this.listener?.onMessage(messageOf(topic, payload));
  }
}

function recording({ millis, file = join(someFolder(), "house.jsonl"), mayOverwrite = false } = defaults()) {
  const [bridge, clock, enough] = [new SpokenFor(), new ManualClock(), new AbortController()];
  const given = { version: "1.2.3", startedAt: new Date(0), secret: new Uint8Array(32), ended: enough.signal };
  const session = startRecording({ bridge, clock, millis, file, mayOverwrite, ...given });
  const lines = () =>
    readFileSync(file, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return { bridge, clock, enough, session, file, lines };
}

const defaults = (): { millis?: number; file?: string; mayOverwrite?: boolean } => ({});

test("what is said is in the file at once, with when it was said, and nothing once it was enough", async () => {
  const { bridge, clock, session, enough, lines, file } = recording({ mayOverwrite: true });
  clock.advance(5_000);
  bridge.listener?.onOpened();
  expect(existsSync(file)).toBe(false);
  bridge.publishes("bridge/state", "online");
  clock.advance(1_234);
  bridge.publishes("Anna", '{"state":"ON"}');
  const topic = expect.stringMatching(/^[^A]{10,}$/);
  expect(lines()).toEqual([
    { format: "luxgate-recording-1", luxgate: "1.2.3", recorded: "1970-01-01T00:00:00.000Z", anonymised: true },
    { millis: 0, topic: "bridge/state", retained: true, text: "online" },
    { millis: 1_234, topic, json: { state: "ON" } },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  enough.abort();
  expect(await session.ending).toEqual({ because: "enough" });
  expect([bridge.isStopped, session.millis]).toEqual([true, 1_234]);
  bridge.publishes("Anna", "{}");
  expect(lines()).toHaveLength(3);
});

test("it is told what is in it and what was replaced", () => {
  const { bridge, session, file } = recording();
  bridge.listener?.onOpened();
  bridge.publishes("bridge/devices", JSON.stringify([{ ieee_address: "0x0017880100000001", network_address: 7 }, {}]));
  bridge.publishes("bridge/groups", '[{"friendly_name":"Anna"}]');
  bridge.publishes("bridge/logging", "{}");
  bridge.publishes("Anna", "{}");
  const replaced = { addresses: 1, texts: 1, numbers: 1 };
  const bytes = statSync(file).size;
  expect(session.tally).toEqual({ messages: 3, bytes, devices: 2, groups: 1, leftOut: 1, replaced });
});

test("it ends after the time that was asked for, which begins with the connection", async () => {
  const { bridge, clock, session } = recording({ millis: 60_000 });
  clock.advance(50_000);
  bridge.listener?.onOpened();
  bridge.publishes("Anna", "{}");
  clock.advance(59_999);
  expect(bridge.isStopped).toBe(false);
  clock.advance(1);
  expect(await session.ending).toEqual({ because: "enough" });
});

test("it ends when nothing was said for ten seconds, and leaves no file", async () => {
  const { bridge, clock, session, file } = recording();
  bridge.listener?.onOpened();
  clock.advance(10_000);
  expect(await session.ending).toEqual({ because: "silence" });
  expect(existsSync(file)).toBe(false);
});

test("it goes on when something was said, even if that is left out", async () => {
  const { bridge, clock, enough, session } = recording();
  bridge.listener?.onOpened();
  bridge.publishes("bridge/logging", "{}");
  clock.advance(10_000);
  enough.abort();
  expect(await session.ending).toEqual({ because: "enough" });
});

test("it ends when the broker was never reached", async () => {
  const { bridge, session } = recording();
  bridge.listener?.onClosed("no such host");
  expect(await session.ending).toEqual({ because: "unreachable", reason: "no such host" });
  expect(bridge.isStopped).toBe(true);
});

test("a broker that is lost and comes back is in the file, once each, however often it was tried", () => {
  const { bridge, clock, session, lines } = recording();
  bridge.listener?.onOpened();
  bridge.publishes("bridge/state", "online");
  clock.advance(100);
  bridge.listener?.onClosed("gone");
  bridge.listener?.onClosed("still gone");
  expect(session.problem).toBe("still gone");
  clock.advance(100);
  bridge.listener?.onOpened();
  expect(session.problem).toBeUndefined();
  clock.advance(100);
  bridge.publishes("bridge/state", "online");
  expect(lines().slice(2)).toEqual([
    { millis: 100, broker: "lost" },
    { millis: 200, broker: "back" },
    { millis: 300, topic: "bridge/state", retained: true, text: "online" },
  ]);
});

test("a file that came in the meantime is not written over, unless that was asked for", async () => {
  const file = join(someFolder(), "house.jsonl");
  writeFileSync(file, "mine\n");
  const refused = recording({ file });
  refused.bridge.listener?.onOpened();
  refused.bridge.publishes("Anna", "{}");
  expect(await refused.session.ending).toMatchObject({ because: "fault", fault: { code: "EEXIST" } });
  expect(readFileSync(file, "utf8")).toBe("mine\n");
  const { bridge, session, enough, lines } = recording({ file, mayOverwrite: true });
  bridge.listener?.onOpened();
  bridge.publishes("bridge/state", "online");
  expect(readFileSync(file, "utf8")).toBe("mine\n");
  enough.abort();
  expect(await session.ending).toEqual({ because: "enough" });
  expect(lines()).toHaveLength(2);
  expect(readdirSync(dirname(file))).toEqual(["house.jsonl"]);
});

test("a disk that takes no more ends it", async () => {
  const { bridge, session } = recording({ file: "/dev/full", mayOverwrite: true });
  bridge.listener?.onOpened();
  bridge.publishes("bridge/state", "online");
  expect(await session.ending).toMatchObject({ because: "fault", fault: { code: "ENOSPC" } });
});
