import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../../test/support/depth.ts";
import {
  anyZigbeeHouse,
  type House,
  messageOf,
  wordsOf,
} from "../../../../../test/support/zigbee2mqtt/any-zigbee-house.ts";
import type { Message } from "../bridge/link/transport.ts";
import { Anonymiser } from "./anonymise.ts";
import { isHarmlessWord } from "./anonymise-allow-list.ts";
import { entryIn, messageFrom, messageLine } from "./recording-format.ts";

const SECRET = Uint8Array.from({ length: 32 }, (_, index) => index);
const OTHER_SECRET = SECRET.toReversed();

const linesFrom = (messages: readonly Message[], anonymiser: Anonymiser): readonly string[] =>
  messages.flatMap((message) => {
    const said = anonymiser.anonymise(message);
    return said ? [messageLine(0, said)] : [];
  });

const fileOf = (messages: readonly Message[]): string => linesFrom(messages, new Anonymiser(SECRET)).join("");

/** A house whose secrets are all one letter: what is left in its file is in every file. */
const EVERY_FILE = fileOf(
  wordsOf({ names: ["q"], addresses: ["0x0000000000000001"], networkAddresses: [1], texts: ["q"] }),
);

/** Chance makes up such letters too. */
const MADE_UP = 'bcdfghjklmnpqrstvwxzX7 "é灯☀💡\u0301\u202e\u2028\u0001';
const isMadeUp = (text: string): boolean => [...text].every((character) => MADE_UP.includes(character));

/** A name of levels is replaced level by level. */
const isHarmless = (text: string): boolean => text.split("/").every((level) => level === "" || isHarmlessWord(level));

const isTelling = (text: string): boolean =>
  text.length >= 4 && !isHarmless(text) && !isMadeUp(text) && !EVERY_FILE.includes(text);

/** As people see it, and as JSON writes it. */
const formsOf = (text: string): readonly string[] => [text, JSON.stringify(text).slice(1, -1)];

test("nothing of a house is anywhere in its file", () => {
  fc.assert(
    fc.property(anyZigbeeHouse, (house) => {
      const file = fileOf(wordsOf(house));
      const levels = house.names.flatMap((name) => name.split("/"));
      const texts = [...house.names, ...levels, ...house.texts].filter(isTelling);
      expect(texts.flatMap(formsOf).filter((text) => file.includes(text))).toEqual([]);
      const found = house.addresses.filter((address) => file.toLowerCase().includes(address.slice(2)));
      expect(found).toEqual([]);
      const numbers = new Set(file.match(/(?<="(network_address|pan_id)":)\d+/g));
      expect(house.networkAddresses.filter((number) => numbers.has(String(number))).length).toBeLessThan(2);
    }),
    { numRuns: times(300) },
  );
});

const topicOf = (anonymiser: Anonymiser, topic: string): string | undefined =>
  anonymiser.anonymise(messageOf(topic, "{}"))?.topic;

test("the same is replaced by the same, and what differs by what differs", () => {
  fc.assert(
    fc.property(anyZigbeeHouse, ({ names, addresses, networkAddresses }: House) => {
      const anonymiser = new Anonymiser(SECRET);
      const things = [...names, ...addresses].filter((name) => !/^(bridge|luxgate)\//.test(name));
      const topics = things.map((name) => topicOf(anonymiser, name));
      expect(new Set(topics).size).toBe(things.length);
      expect(things.map((name) => topicOf(anonymiser, name))).toEqual(topics);
      const inLists = anonymiser.anonymise(messageOf("bridge/devices", JSON.stringify([things, networkAddresses])));
      const [told, numbers] = JSON.parse(messageLine(0, inLists ?? expect.fail())).json;
      expect(told).toEqual(topics);
      expect(new Set(numbers).size).toBe(networkAddresses.length);
      expect(things.map((name) => topicOf(anonymiser, `${name}/set`))).toEqual(topics.map((topic) => `${topic}/set`));
    }),
  );
});

/** A file without what was made up: how long texts are and of what kind. */
const formOf = (lines: readonly string[]): string =>
  lines
    .join("")
    .replace(/0x[0-9a-f]{16}/gi, "ADDRESS")
    .replace(/(?<=:)-?[0-9.]+(?=[,}])/g, "NUMBER")
    .replace(/[bcdfghjklmnpqrstvwxz]{5,}/g, (letters) => `${letters.length}`);

test("what was replaced once keeps its form when it is replaced again, and nothing else changes", () => {
  fc.assert(
    fc.property(anyZigbeeHouse, (house) => {
      const once = linesFrom(wordsOf(house), new Anonymiser(SECRET));
      const messages = once.map((line) => {
        const entry = entryIn(line);
        return entry && "message" in entry ? messageFrom(entry.message) : expect.fail(line);
      });
      expect(formOf(linesFrom(messages, new Anonymiser(OTHER_SECRET)))).toBe(formOf(once));
    }),
  );
});
