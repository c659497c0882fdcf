import fc from "fast-check";
import { expect, test } from "vitest";
import { type EventMessage, EventMessages } from "./event-messages.ts";

const messagesIn = (...pieces: readonly string[]): readonly EventMessage[] => {
  const messages = new EventMessages("");
  return pieces.flatMap((piece) => messages.take(piece));
};

test("an event is its fields up to an empty line; one that is not whole yet does not count", () => {
  expect(messagesIn('id: 7\nevent: add\ndata: {"a":1}\n\nid: 8\ndata: {')).toEqual([
    { event: "add", data: '{"a":1}', lastEventId: "7" },
  ]);
});

test("an event without a name is a message, several lines of data are one text, and an id stays until there is another", () => {
  expect(messagesIn("id:7\ndata: a\ndata:  b\ndata\n\ndata:c\n\n")).toEqual([
    { event: "message", data: "a\n b\n", lastEventId: "7" },
    { event: "message", data: "c", lastEventId: "7" },
  ]);
});

test("an empty id makes one forget the last, and one with a NUL is none", () => {
  expect(messagesIn("id: 7\n\nid: \0\ndata: a\n\nid\ndata: b\n\n")).toEqual([
    { event: "message", data: "a", lastEventId: "7" },
    { event: "message", data: "b", lastEventId: "" },
  ]);
});

test("a comment, an unknown field and an event without data are none; retry must be a number", () => {
  const messages = new EventMessages("");
  expect(messages.take(": hello\nfoo: bar\nevent: add\n\nretry: 1s\n\n")).toEqual([]);
  expect(messages.retryMillis).toBeUndefined();
  expect(messages.take("retry: 2000\n\n")).toEqual([]);
  expect(messages.retryMillis).toBe(2_000);
});

const word = fc.stringMatching(/^[ :a-z0-9ü💡]{0,8}$/u);
const line = fc.oneof(
  word,
  fc.constant(""),
  fc
    .tuple(fc.constantFrom("id", "event", "data", "retry", ""), fc.constantFrom(":", ": ", ""), word)
    .map((parts) => parts.join("")),
);
const ending = fc.constantFrom("\n", "\r", "\r\n");
const anyStream = fc.array(fc.tuple(line, ending), { maxLength: 30 });

test("any cut into pieces gives the same events, and so does any way of ending lines", () => {
  fc.assert(
    fc.property(anyStream, fc.infiniteStream(fc.integer({ min: 0, max: 6 })), (lines, lengths) => {
      // A line that ends with a return and an empty one that ends with a line feed would be read as one.
      const text = lines
        .map(([line, ending]) => line + ending)
        .join("")
        .replaceAll("\r\n\n", "\r\n\r\n");
      const plain = text.replaceAll(/\r\n|\r/g, "\n");
      const pieces: string[] = [];
      for (let left = text; left !== ""; ) {
        const length = lengths.next().value ?? 1;
        pieces.push(left.slice(0, length));
        left = left.slice(length);
      }
      expect(messagesIn(...pieces)).toEqual(messagesIn(plain));
    }),
  );
});

test("what was put into fields comes out again", () => {
  const field = fc.string().filter((text) => !/[\r\n\0]/.test(text));
  const message = fc.record({ event: field.filter((name) => name !== ""), data: field, lastEventId: field });
  fc.assert(
    fc.property(fc.array(message), (sent) => {
      const text = sent.map(({ event, data, lastEventId }) => `id: ${lastEventId}\nevent: ${event}\ndata: ${data}\n\n`);
      expect(messagesIn(text.join(""))).toEqual(sent);
    }),
  );
});
