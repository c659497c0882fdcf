import { encode } from "dns-packet";
import { describe, expect, test } from "vitest";
import { parseMessage } from "./message.ts";

const question = { name: "_luxgate._tcp.local", type: "PTR", class: "IN" };
const query = () => encode({ id: 7, type: "query", questions: [question] });

/** With some bytes changed. */
function changed(changes: Readonly<Record<number, number>>): Buffer {
  const packet = query();
  for (const [at, byte] of Object.entries(changes)) packet[Number(at)] = byte;
  return packet;
}

describe("a datagram", () => {
  test("is a query with its id and its questions", () => {
    expect(parseMessage(query())).toEqual({
      kind: "query",
      id: 7,
      questions: [{ name: question.name, type: "PTR", wantsUnicast: false }],
      knownAnswers: [],
      proposed: [],
    });
  });

  test("may ask for a unicast response", () => {
    const at = query().length - 2;
    expect(parseMessage(changed({ [at]: 0x80 }))).toMatchObject({ questions: [{ wantsUnicast: true }] });
    expect(parseMessage(changed({ [at]: 0x80, [at + 1]: 255 }))).toMatchObject({ questions: [{ wantsUnicast: true }] });
  });

  test("has no question of another class than the internet's", () => {
    expect(parseMessage(changed({ [query().length - 1]: 3 }))).toMatchObject({ questions: [] });
  });

  test("has only records of types that may concern us", () => {
    const common = { name: "other.local", ttl: 1 };
    const answers = [
      { ...common, type: "HINFO", data: { cpu: "a", os: "b" } },
      { ...common, type: "A", data: "10.0.0.1" },
    ];
    expect(parseMessage(encode({ type: "response", answers }))).toMatchObject({
      kind: "response",
      records: [{ type: "A" }],
    });
  });

  test.each([
    ["nothing is in it", Buffer.alloc(0)],
    ["it ends within the header", query().subarray(0, 11)],
    ["it ends within a question", query().subarray(0, -1)],
    ["the header claims more than there is", changed({ 4: 0xff, 6: 0xff, 8: 0xff, 10: 0xff })],
    ["it is longer than any may be", Buffer.concat([query(), Buffer.alloc(9_000)])],
    ["it is neither a query nor a response", changed({ 2: 0x28 })],
    ["it tells of an error", changed({ 3: 3 })],
    ["a name leads to itself", changed({ 12: 0xc0, 13: 12 })],
  ])("is no message where %s", (_, datagram) => {
    expect(parseMessage(datagram)).toBeUndefined();
  });
});
