import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { anyText } from "../../../../test/support/home/arbitraries.ts";
import { aKey } from "../../../../test/support/home/builders.ts";
import { gatewayWith } from "../../../../test/support/home/empty-gateway.ts";
import type { AccessKey } from "../../../core/home/model/access-key.ts";
import { idFrom } from "../../../core/home/model/ids.ts";
import { cleanName } from "../../../core/home/model/name.ts";
import { findKey } from "./find-access.ts";

const keyOf = (id: string, name: string): AccessKey => aKey({ id: idFrom(id), name });
const homeWith = (...keys: readonly AccessKey[]) => gatewayWith(keys.map((key) => ({ kind: "keyAdded", key }))).home;

const panel = keyOf("3F2A91B0-1C2D-4E3F-8A4B-5C6D7E8F9A0B", "acme#panel");
const phone = keyOf("3F2A00AA-1C2D-4E3F-8A4B-5C6D7E8F9A0B", "Acme#Phone");
const home = homeWith(panel, phone);

const foundBy = (words: string, among = home): string | readonly string[] => {
  const key = findKey(among, words);
  return "found" in key ? key.found.id : key.refused;
};

describe("a key is found", () => {
  test.each([
    ["its id", panel.id],
    ["its id, whatever the case", panel.id.toLowerCase()],
    ["the first eight characters of its id", "3f2a91b0"],
    ["as many more as one likes", "3F2A91B0-1c2D"],
    ["so few that are no other's", " 3f2a9 "],
    ["the client's name", "acme#panel"],
    ["the client's name, whatever the case", " ACME#Panel"],
  ])("by %s: %j", (_by, words) => {
    expect(foundBy(words)).toBe(panel.id);
  });

  test("by the first four characters of its id, where no other begins so", () => {
    expect(foundBy("3f2a", homeWith(panel))).toBe(panel.id);
  });

  test("by its name as it is written, where others differ only in case", () => {
    const shouting = keyOf("AAAA0000-1C2D-4E3F-8A4B-5C6D7E8F9A0B", "ACME#PANEL");
    expect(foundBy("acme#panel", homeWith(shouting, panel))).toBe(panel.id);
  });
});

describe("no key is found", () => {
  test.each([
    ["acme#pannel", /"acme#pannel".* "acme#panel"/],
    ["thermostat", /"thermostat".* luxgate keys/],
    ["3f2b", /"3f2b".* luxgate keys/],
    ["", /"".* luxgate keys/],
    ["3f2", /"3f2" is too short.* 4 characters/],
    ["3F2A", RegExp(`^Two keys .*"3F2A".* ${panel.id} or ${phone.id}`)],
  ])("by %j: %s", (words, refusal) => {
    expect(foundBy(words)).toEqual([expect.stringMatching(refusal)]);
  });

  test("by a name that two clients bear, until one of them is named by its id", () => {
    const twin = { ...phone, name: panel.name };
    const among = homeWith(panel, twin);
    expect(foundBy("acme#panel", among)).toEqual([
      expect.stringMatching(RegExp(`^Two keys .*"acme#panel".* ${panel.id} or ${twin.id}`)),
    ]);
    expect(foundBy(twin.id.slice(0, 8), among)).toBe(twin.id);
  });

  test("by how its id begins, where another client gave itself that for a name", () => {
    const impostor = keyOf("AAAA0000-1C2D-4E3F-8A4B-5C6D7E8F9A0B", "3f2a91b0");
    const among = homeWith(panel, impostor);
    expect(foundBy("3f2a91b0", among)).toEqual([
      expect.stringMatching(RegExp(`^Two keys .*"3f2a91b0".* ${panel.id} or ${impostor.id}`)),
    ]);
    expect(foundBy(panel.id, homeWith(panel, { ...impostor, name: panel.id }))).toBe(panel.id);
  });
});

test("whatever clients call themselves, words lead to no key but the only one that they fit, and whole ids to their own", () => {
  const id = fc.tuple(fc.constantFrom("ABCD", "ABCE"), fc.constantFrom("0", "1"), fc.constantFrom("0", "1"));
  const ids = id.map(([four, fifth, last]) => `${four}${fifth}000-0000-4000-8000-00000000000${last}`);
  const beginning = fc.tuple(ids, fc.nat(36)).map(([whole, length]) => whole.slice(0, length).toLowerCase());
  const text = fc.oneof(anyText, beginning, fc.constantFrom("One", "one"));
  const clients = fc.uniqueArray(fc.tuple(ids, text), { selector: ([some]) => some, maxLength: 6 });
  fc.assert(
    fc.property(clients, text, (paired, words) => {
      const keys = paired.map(([some, name]) => keyOf(some, cleanName(name))).filter(({ name }) => name !== "");
      const among = homeWith(...keys);
      for (const key of keys) expect(foundBy(key.id, among)).toBe(key.id);
      const sought = words.trim().toUpperCase();
      const fitting = keys.filter((key) => {
        return key.name === words || key.id === sought || (sought.length >= 4 && key.id.startsWith(sought));
      });
      const key = findKey(among, words);
      if ("refused" in key) expect(key.refused.join()).not.toMatch(/\p{Cc}/u);
      else if (key.found.id !== sought) expect([[], [key.found]]).toContainEqual(fitting);
      if (fitting.length === 1) expect(key).toEqual({ found: fitting[0] });
    }),
    { numRuns: times(1_000) },
  );
});
