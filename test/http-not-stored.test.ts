import { beforeEach, expect, onTestFinished, test } from "vitest";
import { askForKey, PairedClient } from "./support/client/paired-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { FOUNDED } from "./support/home/founded-home.ts";
import { CommandedStore } from "./support/store/commanded-store.ts";
import { settled } from "./support/store/stored-gateway.ts";

const LAMP = "light/888D095C-ACD9-5D50-9709-089657890EDC";
const NOT_STORED = { code: -507, msg: "the change could not be stored, so nothing was changed", data: {} };

let store: CommandedStore;
let running: TestGateway;
beforeEach(async () => {
  store = new CommandedStore(FOUNDED);
  running = await runGateway({ store });
  onTestFinished(() => running.stop());
});

/** The disk is there again, and was tried. */
async function heal(): Promise<void> {
  store.heal();
  running.clock.advance(1_000);
  await settled();
}

test("G50: a command that cannot be stored is HTTP 200 with the code -507, and the light reads as before", async () => {
  const paired = await PairedClient.of(running);
  store.refuse();
  for (const brightness of [7, 8]) {
    const { status, json } = await paired.put(LAMP, { on: 0, brightness });
    expect([status, json]).toEqual([200, NOT_STORED]);
    expect(await running.client.one(LAMP)).toMatchObject({ on: 1, brightness: 80 });
  }
  await heal();
  expect((await paired.put(LAMP, { on: 0, brightness: 9 })).json.code).toBe(0);
  expect(await running.client.one(LAMP)).toMatchObject({ on: 0, brightness: 9 });
});

test("G50: a key that cannot be stored is not given, and the client may ask again in what is left of the window", async () => {
  store.refuse();
  running.gateway.pressButton();
  for (let times = 0; times < 2; times += 1) {
    const { status, json } = await askForKey(running.client);
    expect([status, json]).toEqual([200, NOT_STORED]);
  }
  await heal();
  expect(running.gateway.home.keys.all()).toEqual([]);
  expect((await askForKey(running.client)).json.code).toBe(0);
});
