import fc from "fast-check";
import { expect, test } from "vitest";
import { type InputEvent, inputEventBytes } from "../../../test/support/network/input-event-bytes.ts";
import { InputEvents, type LongBytes } from "./input-events.ts";

const LENGTHS: readonly LongBytes[] = [8, 4];
const anyLength = fc.constantFrom(...LENGTHS);
const anyEvent: fc.Arbitrary<InputEvent> = fc.record({
  type: fc.oneof(fc.constant(1), fc.nat(0xffff)),
  code: fc.nat(0xffff),
  value: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  atMillis: fc.nat(2 ** 41),
});

test.each([
  [
    8,
    [
      // 2023-11-14 22:13:20.250, KEY_ENTER down, and the end of the report, as evdev gives them on arm64 and x64.
      [0x00, 0xf1, 0x53, 0x65, 0, 0, 0, 0, 0x90, 0xd0, 0x03, 0, 0, 0, 0, 0, 1, 0, 28, 0, 1, 0, 0, 0],
      [0x00, 0xf1, 0x53, 0x65, 0, 0, 0, 0, 0x90, 0xd0, 0x03, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ],
  ],
  [
    4,
    [
      [0x00, 0xf1, 0x53, 0x65, 0x90, 0xd0, 0x03, 0, 1, 0, 28, 0, 1, 0, 0, 0],
      [0x00, 0xf1, 0x53, 0x65, 0x90, 0xd0, 0x03, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ],
  ],
] as const)("with longs of %d bytes, a key that goes down is read with its time", (longBytes, events) => {
  expect(new InputEvents(longBytes).transitionsIn(Uint8Array.from(events.flat()))).toEqual([
    { key: 28, isDown: true, atMillis: Date.UTC(2023, 10, 14, 22, 13, 20, 250) },
  ]);
});

test("of any events, the keys that go down or up are read, and no auto-repeat", () => {
  fc.assert(
    fc.property(fc.array(anyEvent), anyLength, (events, longBytes) => {
      const bytes = Buffer.concat(events.map((event) => inputEventBytes(event, longBytes)));
      const expected = events
        .filter(({ type, value }) => type === 1 && (value === 0 || value === 1))
        .map(({ code, value, atMillis }) => ({ key: code, isDown: value === 1, atMillis }));
      expect(new InputEvents(longBytes).transitionsIn(bytes)).toEqual(expected);
    }),
  );
});

test("any bytes give the same transitions in whatever chunks they come", () => {
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    fc.array(anyEvent).map((events) => Buffer.concat(events.map((event) => inputEventBytes(event, 8)))),
  );
  fc.assert(
    fc.property(anyBytes, fc.array(fc.nat(500)), anyLength, (bytes, anyCuts, longBytes) => {
      const cuts = [0, ...anyCuts.map((cut) => cut % (bytes.length + 1)).sort((one, other) => one - other)];
      const reader = new InputEvents(longBytes);
      const inChunks = cuts.flatMap((cut, index) => reader.transitionsIn(bytes.subarray(cut, cuts[index + 1])));
      expect(inChunks).toEqual(new InputEvents(longBytes).transitionsIn(bytes));
    }),
  );
});
