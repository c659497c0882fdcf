import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as whatIsDue } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../../test/support/events/mqtt-eventually.ts";
import { RecordingListener } from "../../../../../test/support/events/recording-listener.ts";
import { ManualClock } from "../../../../../test/support/gateway/manual-clock.ts";
import { someFolder } from "../../../../../test/support/store/some-folder.ts";
import { brokerLine, headerLine, messageLine } from "./recording-format.ts";
import { type Recording, readRecording } from "./recording-read.ts";
import { replayBridge } from "./replay.ts";

const line = (millis: number, topic: string, isRetained = false) =>
  messageLine(millis, { topic, isRetained, content: { json: { at: millis } } });

async function recordingOf(lines: readonly string[]): Promise<Recording> {
  const file = join(someFolder(), "house.jsonl");
  writeFileSync(file, [headerLine({ version: "1", recorded: "" }), ...lines].join(""));
  const recording = await readRecording(file);
  return "problem" in recording ? expect.fail(recording.problem) : recording;
}

/** A replay that goes on, its clock, what is events of it and whether it is over. */
function playing(recording: Recording, speed: number) {
  const clock = new ManualClock();
  const listener = new RecordingListener();
  const ends: number[] = [];
  const transport = replayBridge({ recording, speed, clock, onEnded: () => ends.push(clock.now()) }).open(listener);
  onTestFinished(() => transport.stop());
  return { clock, events: listener.events, ends, transport };
}

const FIRST = ["opened", 'kept bridge/state {"at":0}'];

test("it delivers the recorded messages at their times", async () => {
  const recording = await recordingOf([
    line(0, "bridge/state", true),
    line(500, "a"),
    line(500, "b"),
    line(2_000, "c"),
  ]);
  const { clock, events, ends } = playing(recording, 1);
  await eventually(() => events).toEqual(FIRST);
  clock.advance(499);
  await whatIsDue();
  expect(events).toEqual(FIRST);
  clock.advance(1);
  await eventually(() => events).toEqual([...FIRST, 'a {"at":500}', 'b {"at":500}']);
  clock.advance(1_499);
  await whatIsDue();
  expect(ends).toEqual([]);
  clock.advance(1);
  await eventually(() => ends).toHaveLength(1);
  expect(events.at(-1)).toBe('c {"at":2000}');
  clock.advance(1_000_000);
  await whatIsDue();
  expect(events).toHaveLength(5);
});

test("it may go faster, and slower", async () => {
  const recording = await recordingOf([line(0, "bridge/state", true), line(1_000, "a")]);
  const [fast, slow] = [playing(recording, 10), playing(recording, 0.5)];
  await eventually(() => [fast.events, slow.events]).toEqual([FIRST, FIRST]);
  fast.clock.advance(100);
  await eventually(() => fast.ends).toHaveLength(1);
  slow.clock.advance(1_999);
  await whatIsDue();
  expect(slow.events).toEqual(FIRST);
  slow.clock.advance(1);
  await eventually(() => slow.ends).toHaveLength(1);
});

test("at full speed no time passes at all", async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => line(index * 60_000, `lamp ${index}`));
  const { clock, events, ends } = playing(await recordingOf(many), Number.POSITIVE_INFINITY);
  await eventually(() => ends).toEqual([clock.now()]);
  expect(events).toHaveLength(5_001);
  expect(events.at(-1)).toContain("lamp 4999");
});

test("a wait may be longer than any timer lasts", async () => {
  const month = 30 * 24 * 60 * 60 * 1000;
  const { clock, events, ends } = playing(await recordingOf([line(0, "bridge/state", true), line(month, "a")]), 1);
  await eventually(() => events).toEqual(FIRST);
  for (let days = 0; days < 29; days += 1) {
    clock.advance(24 * 60 * 60 * 1000);
    await whatIsDue();
    expect(ends).toEqual([]);
  }
  clock.advance(24 * 60 * 60 * 1000);
  await eventually(() => ends).toHaveLength(1);
});

test("the broker goes and comes back as it did then", async () => {
  const lines = [line(0, "bridge/state", true), brokerLine(1, "lost"), brokerLine(2, "back"), line(3, "a")];
  const { events, ends } = playing(await recordingOf(lines), Number.POSITIVE_INFINITY);
  await eventually(() => ends).toHaveLength(1);
  const away = "closed: the broker was unreachable at this point of the recording";
  expect(events).toEqual([...FIRST, away, "opened", 'a {"at":3}']);
});

test("what is sent to it is dropped, and nothing is delivered once it is stopped", async () => {
  const recording = await recordingOf([line(0, "bridge/state", true), line(10, "a")]);
  const { clock, events, ends, transport } = playing(recording, 1);
  await eventually(() => events).toEqual(FIRST);
  transport.publish("a/set", "{}");
  await transport.stop();
  clock.advance(1_000);
  await transport.stop();
  expect([events, ends]).toEqual([FIRST, []]);
});

test("nothing is delivered when it is stopped at once", async () => {
  const { events, transport } = playing(await recordingOf([line(0, "bridge/state", true)]), 1);
  await transport.stop();
  expect(events).toEqual([]);
});

test("a torn last line is not delivered", async () => {
  const whole = await recordingOf([line(0, "bridge/state", true)]);
  appendFileSync(whole.file, line(1, "a").slice(0, -3));
  const torn = await readRecording(whole.file);
  const { events, ends } = playing("problem" in torn ? whole : torn, 1);
  await eventually(() => ends).toHaveLength(1);
  expect(events).toEqual(FIRST);
});

test("a file that is broken while it is played is as a broker that is gone", async () => {
  const recording = await recordingOf([line(0, "bridge/state", true), line(1, "a")]);
  truncateSync(recording.file, recording.file.length);
  appendFileSync(recording.file, "\nnonsense\n");
  const { events, ends } = playing(recording, 1);
  await eventually(() => events).toEqual([
    "opened",
    expect.stringMatching(/^closed: .*house\.jsonl:2: this line is damaged/),
  ]);
  expect(ends).toEqual([]);
});

test("it is called after its file", async () => {
  const recording = await recordingOf([]);
  const { name, base } = replayBridge({ recording, speed: 1, clock: new ManualClock() });
  expect([name, base]).toEqual([`replay:${recording.file}`, `replay:${recording.file}`]);
});
