import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message } from "./link/transport.ts";
import { UnknownTopicBuffer } from "./unknown-topic-buffer.ts";

const saying = (topic: string, bytes: number): Message => ({
  topic,
  payload: new Uint8Array(bytes),
  isRetained: true,
});

const MEGABYTE = 1024 * 1024;
const NOW = 5_000;

describe("those who wait", () => {
  test("are buffered in the order of their last messages, one for each topic", () => {
    const someTopic = fc.constantFrom("a", "b", "c", "d");
    const anyWord = fc.record({ topic: someTopic, bytes: fc.integer({ min: 1, max: 9 }), isTakenBack: fc.boolean() });
    fc.assert(
      fc.property(fc.array(anyWord), (words) => {
        const room = new UnknownTopicBuffer();
        const expected = new Map<string, number>();
        for (const { topic, bytes, isTakenBack } of words) {
          expected.delete(topic);
          if (!isTakenBack) expected.set(topic, bytes);
          if (isTakenBack) room.remove(topic);
          else room.add(saying(topic, bytes), NOW);
        }
        expect(room.takeAll(NOW).map(({ topic, payload }) => [topic, payload.byteLength])).toEqual([...expected]);
        expect(room.takeAll(NOW)).toEqual([]);
      }),
    );
  });

  test("are at most twenty thousand: who waits for the longest time goes", () => {
    const room = new UnknownTopicBuffer();
    for (let number = 0; number < 20_050; number += 1) room.add(saying(`topic ${number}`, 1), NOW);
    const all = room.takeAll(NOW);
    expect(all).toHaveLength(20_000);
    expect(all[0]?.topic).toBe("topic 50");
  });

  test("take at most eight megabytes, and none is longer than that", () => {
    const room = new UnknownTopicBuffer();
    for (let number = 0; number < 20; number += 1) room.add(saying(`topic ${number}`, MEGABYTE), NOW);
    expect(room.takeAll(NOW).map(({ topic }) => topic)).toEqual(
      [13, 14, 15, 16, 17, 18, 19].map((at) => `topic ${at}`),
    );
    room.add(saying("long", 9 * MEGABYTE), NOW);
    room.add(saying("short", 1), NOW);
    expect(room.takeAll(NOW).map(({ topic }) => topic)).toEqual(["short"]);
  });

  test("keep no more of what arrived than their own payloads", () => {
    const room = new UnknownTopicBuffer();
    const arrived = new Uint8Array(MEGABYTE);
    room.add({ topic: "a", payload: arrived.subarray(5, 8), isRetained: true }, NOW);
    expect(room.takeAll(NOW)[0]?.payload.buffer.byteLength).toBe(3);
  });

  test("are kept for ten seconds when they are live, and for ever when they were retained", () => {
    const room = new UnknownTopicBuffer();
    const fill = () => {
      room.add({ ...saying("live", 1), isRetained: false }, NOW);
      room.add(saying("kept", 1), NOW);
    };
    fill();
    expect(room.takeAll(NOW + 9_999).map(({ topic }) => topic)).toEqual(["live", "kept"]);
    fill();
    expect(room.takeAll(NOW + 10_000).map(({ topic }) => topic)).toEqual(["kept"]);
  });
});
