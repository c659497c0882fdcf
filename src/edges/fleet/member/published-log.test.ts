import fc from "fast-check";
import { expect, test } from "vitest";
import { allAtOnce } from "../../../shared/steps.ts";
import { entryLine, headLine, type Published, parseLog } from "./published-log.ts";

const HEAD = { gatewayId: "g1", epoch: "first", bootId: "boot", highest: 7, isClosed: false };

const anyKey = fc.constantFrom("lights.A", "lights.B", "picture.C.0", "presence");
const anyEntry = fc.record({
  key: anyKey,
  published: fc.option(fc.record({ digest: fc.string(), revision: fc.nat(1_000) }), { nil: undefined }),
});

const parsed = (text: string) => allAtOnce(parseLog(text));

test("a log says what its last line on each entry says, and the highest revision of all", () => {
  const property = fc.property(fc.array(anyEntry, { maxLength: 300 }), (entries) => {
    const expected = new Map<string, Published>();
    for (const { key, published } of entries) {
      if (published) expected.set(key, published);
      else expected.delete(key);
    }
    const lines = entries.map(({ key, published }) => entryLine(key, published, 3));
    const highest = Math.max(HEAD.highest, ...entries.map(({ published }) => published?.revision ?? 3));
    expect(parsed(headLine(HEAD) + lines.join(""))).toEqual({ head: HEAD, entries: expected, highest });
  });
  fc.assert(property);
});

test("a log that ends anywhere says what its whole lines say", () => {
  const property = fc.property(fc.array(anyEntry, { maxLength: 20 }), fc.nat(), (entries, at) => {
    const lines = entries.map(({ key, published }) => entryLine(key, published));
    const head = headLine(HEAD);
    const text = head + lines.join("");
    const cut = text.slice(0, at % (text.length + 1));
    const whole = cut.slice(0, cut.lastIndexOf("\n") + 1);
    expect(parsed(cut)).toEqual(whole === "" ? undefined : parsed(whole));
  });
  fc.assert(property);
});

test("a log in which a character is another one says nothing", () => {
  const text =
    headLine(HEAD) + entryLine("lights.A", { digest: "digest", revision: 8 }) + entryLine("lights.B", undefined);
  const property = fc.property(fc.nat(text.length - 2), fc.constantFrom("0", "x", "\n", '"'), (at, character) => {
    fc.pre(text[at] !== character);
    expect(parsed(text.slice(0, at) + character + text.slice(at + 1))).toBeUndefined();
  });
  fc.assert(property);
});
