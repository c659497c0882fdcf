import { describe, expect, test } from "vitest";
import { aKey } from "../../../test/support/home/builders.ts";
import { idAt } from "../../../test/support/home/lit-home.ts";
import { StoredGateway, settled } from "../../../test/support/store/stored-gateway.ts";
import type { Gateway } from "./gateway.ts";
import { StoreConflict } from "./store.ts";

const panel = aKey({ id: idAt("1"), name: "acme#panel" });
const phone = aKey({ id: idAt("2"), name: "acme#phone" });
const tablet = aKey({ id: idAt("3"), name: "acme#tablet" });

type Outcome = Awaited<ReturnType<Gateway["pair"]>>;

/** Tries, and keeps what comes of it. */
function trying({ gateway }: StoredGateway, key = panel): { readonly outcome: Outcome | undefined } {
  const tried: { outcome: Outcome | undefined } = { outcome: undefined };
  void gateway.pair(key, "10.0.0.7").then((outcome) => {
    tried.outcome = outcome;
  });
  return tried;
}

describe("a client", () => {
  test("does not pair before anybody pressed the button", async () => {
    const { gateway, store } = new StoredGateway();
    expect(await gateway.pair(panel, "10.0.0.7")).toBe("shut");
    expect([gateway.home.keys.all(), store.tries]).toEqual([[], 0]);
  });

  test("that pairs unasked leaves its address in the trail, and nothing that may be a key", async () => {
    const { gateway, store } = new StoredGateway();
    await gateway.pair({ ...panel, name: `${"k".repeat(43)}#${"K".repeat(43)}` }, "10.0.0.7");
    await settled();
    expect(JSON.stringify(store.trail)).toContain("10.0.0.7");
    expect(JSON.stringify(store.trail)).not.toMatch(/k{43}/i);
  });

  test.each([
    [0, "done"],
    [9_999.9, "done"],
    [10_000, "shut"],
    [1e9, "shut"],
  ])("that tries %f ms after the press gets: %s", async (millis, outcome) => {
    const { gateway, clock } = new StoredGateway();
    gateway.pressButton();
    clock.advance(millis);
    expect(await gateway.pair(panel, "10.0.0.7")).toBe(outcome);
    expect(gateway.home.keys.all()).toEqual(outcome === "done" ? [panel] : []);
  });

  test("shuts the window behind it, until the next press", async () => {
    const { gateway } = new StoredGateway();
    gateway.pressButton();
    expect(await gateway.pair(panel, "10.0.0.7")).toBe("done");
    expect([gateway.pairingMillisLeft(), await gateway.pair(phone, "10.0.0.7")]).toEqual([0, "shut"]);
    gateway.pressButton();
    expect(await gateway.pair(phone, "10.0.0.7")).toBe("done");
    expect(gateway.home.keys.all()).toEqual([panel, phone]);
  });

  test("is the only one of several that try at once", async () => {
    const { gateway } = new StoredGateway();
    gateway.pressButton();
    expect(await Promise.all([panel, phone, tablet].map((key) => gateway.pair(key, "10.0.0.7")))).toEqual([
      "done",
      "shut",
      "shut",
    ]);
    expect(gateway.home.keys.all()).toEqual([panel]);
  });

  test("is paired once that would survive a loss of power, however long it takes; nobody else is meanwhile", async () => {
    const stored = new StoredGateway();
    stored.store.hold();
    stored.gateway.pressButton();
    const tried = trying(stored);
    await stored.pass(5_000);
    expect([tried.outcome, await stored.gateway.pair(phone, "10.0.0.7")]).toEqual([undefined, "shut"]);
    await stored.pass(60_000);
    stored.store.letGo();
    await settled();
    expect(tried.outcome).toBe("done");
    expect(stored.store.contents?.keys).toEqual([panel]);
  });

  test("that cannot be taken in leaves the window as it was", async () => {
    const { gateway } = new StoredGateway();
    gateway.pressButton();
    expect(await gateway.pair({ ...panel, name: "\u0007" }, "10.0.0.7")).toBe("not-allowed");
    expect([gateway.pairingMillisLeft(), await gateway.pair(panel, "10.0.0.7")]).toEqual([10_000, "done"]);
    gateway.pressButton();
    expect([await gateway.pair(panel, "10.0.0.7"), await gateway.pair(phone, "10.0.0.7")]).toEqual([
      "already-there",
      "done",
    ]);
  });
});

describe("a client whose key cannot be stored", () => {
  test("is not paired, and may try again for what is left of the window", async () => {
    const stored = new StoredGateway();
    const { gateway, store } = stored;
    gateway.pressButton();
    await stored.pass(3_000);
    store.refuse();
    expect(await gateway.pair(panel, "10.0.0.7")).toBe("not-stored");
    expect([gateway.home.keys.all(), gateway.pairingMillisLeft()]).toEqual([[], 7_000]);
    expect([await gateway.pair(panel, "10.0.0.7"), gateway.pairingMillisLeft()]).toEqual(["not-stored", 7_000]);
    store.heal();
    await stored.pass(6_999);
    expect([gateway.pairingMillisLeft(), await gateway.pair(panel, "10.0.0.7")]).toEqual([1, "done"]);
  });

  test("finds the window shut when it hears of that too late", async () => {
    const stored = new StoredGateway();
    const { gateway, store } = stored;
    store.hold();
    gateway.pressButton();
    await stored.pass(9_000);
    const tried = trying(stored);
    await stored.pass(1_000);
    store.refuse();
    store.letGo();
    await settled();
    expect([tried.outcome, gateway.pairingMillisLeft(), await gateway.pair(phone, "10.0.0.7")]).toEqual([
      "not-stored",
      0,
      "shut",
    ]);
  });

  test("does not shorten the window of a press that came meanwhile", async () => {
    const stored = new StoredGateway();
    const { gateway, store } = stored;
    store.hold();
    gateway.pressButton();
    await stored.pass(9_000);
    const tried = trying(stored);
    gateway.pressButton();
    await stored.pass(2_000);
    store.refuse();
    store.letGo();
    await settled();
    expect([tried.outcome, gateway.pairingMillisLeft()]).toEqual(["not-stored", 8_000]);
  });
});

test("a client that another front was quicker with finds the window shut, and nothing is wrong with the store", async () => {
  const stored = new StoredGateway();
  const { gateway, store } = stored;
  gateway.pressButton();
  store.refuse(new StoreConflict("another client has paired"));
  expect(await gateway.pair(panel, "10.0.0.7")).toBe("shut");
  expect([gateway.home.keys.all(), gateway.pairingMillisLeft()]).toEqual([[], 0]);
  expect([gateway.storeProblem, stored.problems]).toEqual([undefined, []]);
  store.heal();
  gateway.pressButton();
  expect(await gateway.pair(phone, "10.0.0.7")).toBe("done");
  expect(store.contents?.keys).toEqual([phone]);
});

test("of two presses whose clients could both not be stored, the later one counts", async () => {
  const stored = new StoredGateway();
  const { gateway, store } = stored;
  store.hold();
  gateway.pressButton();
  const first = trying(stored, panel);
  await stored.pass(4_000);
  gateway.pressButton();
  const second = trying(stored, phone);
  await stored.pass(1_000);
  store.refuse();
  store.letGo();
  await settled();
  expect([first.outcome, second.outcome]).toEqual(["not-stored", "not-stored"]);
  expect(gateway.pairingMillisLeft()).toBe(9_000);
});

test("a press while a client is being paired is for the next one", async () => {
  const stored = new StoredGateway();
  stored.store.hold();
  stored.gateway.pressButton();
  const [first, second] = [trying(stored, panel), trying(stored, phone)];
  stored.gateway.pressButton();
  const third = trying(stored, tablet);
  stored.store.letGo();
  await settled();
  expect([first, second, third].map(({ outcome }) => outcome)).toEqual(["done", "shut", "done"]);
  expect(stored.gateway.pairingMillisLeft()).toBe(0);
});
