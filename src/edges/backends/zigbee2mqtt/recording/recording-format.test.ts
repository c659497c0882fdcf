import fc from "fast-check";
import { expect, test } from "vitest";
import { brokerLine, entryIn, headerIn, headerLine, messageFrom, messageLine } from "./recording-format.ts";

const anyContent = fc.oneof(
  fc.jsonValue({ noUnicodeString: false }).map((json) => ({ json })),
  fc.string({ unit: "grapheme" }).map((text) => ({ text })),
  fc.uint8Array().map((bytes) => ({ bytes: Buffer.from(bytes) })),
);

test("every message is read back unchanged", () => {
  const anySaid = fc.record({ topic: fc.string({ unit: "grapheme" }), isRetained: fc.boolean(), content: anyContent });
  fc.assert(
    fc.property(anySaid, fc.nat(), (said, millis) => {
      const line = messageLine(millis, said);
      expect(line.indexOf("\n")).toBe(line.length - 1);
      const entry = entryIn(line);
      expect(entry && "message" in entry && messageFrom(entry.message)).toEqual(messageFrom(said));
    }),
  );
});

test("a recorded message is delivered as a broker would deliver it", () => {
  const payloadOf = (content: Parameters<typeof messageFrom>[0]["content"]) =>
    Buffer.from(messageFrom({ topic: "a", isRetained: true, content }).payload).toString("latin1");
  expect(payloadOf({ json: { state: "ON" } })).toBe('{"state":"ON"}');
  expect(payloadOf({ text: "online" })).toBe("online");
  expect(payloadOf({ bytes: Uint8Array.of(0xff, 0x41) })).toBe("\u00ffA");
  expect(messageFrom({ topic: "a", isRetained: true, content: { text: "" } })).toMatchObject({
    topic: "a",
    isRetained: true,
  });
});

test("so is that the broker was lost, and came back", () => {
  expect(entryIn(brokerLine(5, "lost"))).toEqual({ millis: 5, broker: "lost" });
  expect(entryIn(brokerLine(9, "back"))).toEqual({ millis: 9, broker: "back" });
});

test("the first line says what wrote it, and when", () => {
  const line = headerLine({ version: "1.2.3", recorded: "2030-01-02T03:04:05.000Z" });
  expect(JSON.parse(line)).toMatchObject({ format: "luxgate-recording-1", luxgate: "1.2.3", anonymised: true });
  expect(headerIn(line)).toEqual({ version: "1.2.3", recorded: "2030-01-02T03:04:05.000Z" });
});

test.each([
  ["", "[]", "null", "{}", "17", '{"millis":1}', '{"millis":1,"topic":"a"}', '{"topic":"a","text":""}'],
  ['{"millis":-1,"topic":"a","text":""}', '{"millis":"1","topic":"a","text":""}', '{"millis":1,"text":"a"}'],
  ['{"millis":1,"topic":"a","text":1}', '{"millis":1,"topic":"a","retained":1,"text":""}', '{"millis":1,"broker":"x"}'],
])("what is no line of a recording is none: %s, …", (...lines) => {
  expect(lines.map(entryIn)).toEqual(lines.map(() => undefined));
  expect(lines.map(headerIn)).toEqual(lines.map(() => undefined));
});
