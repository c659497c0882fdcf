import { join } from "node:path";
import fc from "fast-check";
import { Check } from "typebox/value";
import { describe, expect, onTestFinished, test } from "vitest";
import { WirePairing } from "../src/core/contract/commands.ts";
import { contentsOf } from "../src/core/home/home.ts";
import { cleanName, isPrintable } from "../src/core/home/model/name.ts";
import { RESOURCE_KINDS } from "../src/core/home/model/resource-kinds.ts";
import type { RecordedEntry } from "../src/core/home/trail-entry.ts";
import { exportedText, readExported } from "../src/edges/store/exported-home.ts";
import { askForKey } from "./support/client/paired-client.ts";
import { times } from "./support/depth.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import { anyText } from "./support/home/arbitraries.ts";
import { PlainHome } from "./support/home/plain-home.ts";
import { openedStore } from "./support/store/opened-store.ts";
import { someFolder } from "./support/store/some-folder.ts";

/** What ends a line somewhere, or turns the writing round. */
const CODES = ["000b", "0085", "061c", "200e", "200f", "2028", "2029", "202e", "2066"];
const HOSTILE = CODES.map((code) => String.fromCharCode(Number.parseInt(code, 16)));
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** A gateway on a real store, whose history can be read. */
async function runStored() {
  const folder = join(someFolder(), "state");
  const { store } = await openedStore(folder);
  const { home } = PlainHome.demo();
  await store.begin(contentsOf(home), "a test");
  const running = await runGateway({ store, contents: contentsOf(home) });
  onTestFinished(running.stop);
  const history = async () => {
    const entries: RecordedEntry[] = [];
    for (let older: number | undefined = Number.POSITIVE_INFINITY; older !== undefined; ) {
      const piece = await store.readTrail({}, older);
      entries.unshift(...piece.entries);
      older = piece.older;
    }
    return entries;
  };
  return { ...running, history };
}

test.each(CODES)(
  "G47: a client with U+%s in its name leaves its trace in the history, under a name of one line",
  async (code) => {
    const { gateway, client, history } = await runStored();
    gateway.pressButton();
    const { json } = await askForKey(client, `acme${String.fromCharCode(Number.parseInt(code, 16))}panel`);
    const [lamp] = await client.list("light");
    const headers = { "application-key": json.data.obj.username };
    await client.send(`/clip/v2/resource/light/${lamp.id}`, { method: "PUT", headers, body: '{"on":0}' });
    const by = { kind: "key", name: "acme panel" };
    expect(await history()).toMatchObject([
      { by: { kind: "button" } },
      { by, did: 'key for "acme panel" created' },
      { by, did: expect.stringContaining("(off)") },
    ]);
  },
);

test("G47: whatever clients call themselves, each that is let in has a name of one line and an entry in the history", async () => {
  const { gateway, client, history } = await runStored();
  const named = fc.oneof(
    anyText,
    fc.array(fc.constantFrom(...HOSTILE, "a", "#")).map((letters) => letters.join("")),
  );
  let paired = 0;
  await fc.assert(
    fc.asyncProperty(named, async (text) => {
      gateway.pressButton();
      const { status, json } = await askForKey(client, text);
      expect(status).toBe(200);
      expect(json.code).toBe(cleanName(text) === "" || [...text].length > 128 ? -422 : 0);
      if (json.code === 0) paired += 1;
    }),
    { numRuns: times(300) },
  );
  const names = gateway.home.keys.all().map(({ name }) => name);
  expect(names.filter((name) => UNPRINTABLE.test(name) || name === "")).toEqual([]);
  const made = (await history()).filter(({ did }) => did.startsWith("key for"));
  expect([names.length, made.length]).toEqual([paired, paired]);
});

test("G47: the document of the interface takes a name to be right if and only if something of it can be seen", () => {
  const wrong = Array.from({ length: 0x10000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCharCode(code))
    .filter((letter) => Check(WirePairing, { device_type: letter }) !== (cleanName(letter) !== ""));
  expect(wrong).toEqual([]);
});

describe("G47: names that an earlier Luxgate let through", () => {
  const { home } = PlainHome.demo();
  const contents = contentsOf(home);
  const hostile = (name: string) => `${name}\u2028\u200f`;
  const disguised = JSON.parse(
    JSON.stringify({ ...contents, scenes: contents.scenes.map((scene) => ({ ...scene, picture: null })) }),
    (key, value) => (key === "name" && typeof value === "string" ? hostile(value) : value),
  );

  test("are clean once the store is opened, and what has no other name is called after what it is", async () => {
    const folder = join(someFolder(), "state");
    const { store } = await openedStore(folder);
    const [room, ...rooms] = disguised.rooms;
    await store.begin({ ...disguised, rooms: [{ ...room, name: "\u2028" }, ...rooms] }, "a test");
    await store.close();
    const { store: again, found } = await openedStore(folder);
    onTestFinished(() => again.close());
    const names = RESOURCE_KINDS.map((kind) => found.contents?.[kind].map(({ name }) => name));
    expect(names.flat().filter((name = "") => !isPrintable(name))).toEqual([]);
    expect(found.contents?.rooms[0]?.name).toBe("Room");
    expect(found.contents?.devices.map(({ name }) => name)).toEqual(contents.devices.map(({ name }) => name));
  });

  test("are clean in a home that is imported", () => {
    const read = readExported(exportedText(disguised, "0.0.0-test"));
    expect("problems" in read ? read.problems : read.devices.map(({ name }) => name)).toEqual(
      contents.devices.map(({ name }) => name),
    );
  });
});
