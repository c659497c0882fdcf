import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { runGateway } from "../../../test/support/gateway/running-gateway.ts";
import { anyChange } from "../../../test/support/home/any-change.ts";
import { aDevice, aKey, aLight } from "../../../test/support/home/builders.ts";
import { FOUNDED, furthered } from "../../../test/support/home/founded-home.ts";
import { FURNISHED } from "../../../test/support/home/furnished-home.ts";
import { StoredGateway, settled } from "../../../test/support/store/stored-gateway.ts";
import { noteWrongKey } from "../../edges/http/access.ts";
import { MemoryStore } from "../../edges/store/memory-store.ts";
import type { Change } from "../home/changes/change.ts";
import { describe as describeChange } from "../home/changes/describe.ts";
import { idFrom } from "../home/model/ids.ts";

const [device = aDevice()] = FOUNDED.devices;
const rename = (name: string): Change => ({ kind: "deviceRenamed", deviceId: device.id, name });
const PANEL = { kind: "key", name: "acme#panel" } as const;

describe("a command", () => {
  test("is told with who gave it once it is stored, and not before", async () => {
    const { gateway, store } = new StoredGateway();
    store.hold();
    const asked = gateway.ask(rename("Den"), PANEL);
    await settled();
    expect(store.trail).toEqual([]);
    store.letGo();
    expect(await asked).toBe("done");
    const did = `${JSON.stringify(device.name)} renamed to "Den"`;
    expect(store.trail).toEqual([{ by: PANEL, did, devices: [device.id], outcome: "done" }]);
  });

  test("that changes nothing is told as well", async () => {
    const { gateway, store } = new StoredGateway();
    expect(await gateway.ask(rename(device.name), PANEL)).toBe("done");
    expect(store.trail).toMatchObject([{ by: PANEL, outcome: "done" }]);
  });

  test("that changes nothing names the device that it is for", async () => {
    const { gateway, store } = new StoredGateway(FURNISHED);
    const [[light], [syncBox]] = [FURNISHED.lights, FURNISHED.syncBoxes];
    if (!light || !syncBox) throw new Error("a light or a sync box is missing");
    await gateway.ask({ kind: "lightChanged", lightId: light.id, state: { on: light.on } }, PANEL);
    await gateway.ask({ kind: "syncBoxChanged", syncBoxId: syncBox.id, state: { on: syncBox.on } }, PANEL);
    expect(store.trail.map(({ devices }) => devices)).toEqual([[light.deviceId], [syncBox.deviceId]]);
  });

  test("that is impossible is told with why", async () => {
    const { gateway, store } = new StoredGateway();
    expect(await gateway.ask({ kind: "roomRemoved", roomId: "nowhere" as never })).toBe("not-found");
    expect(store.trail).toMatchObject([{ outcome: "refused", why: "not found" }]);
  });

  test("that the store refuses is told as rolled back, and the next one as refused, each with why", async () => {
    const { gateway, store } = new StoredGateway();
    store.refuse("the disk is full");
    expect(await gateway.ask(rename("Den"), PANEL)).toBe("not-stored");
    expect(await gateway.ask(rename("Attic"), PANEL)).toBe("not-stored");
    await settled();
    expect(store.trail.map(({ outcome, why }) => ({ outcome, why }))).toEqual([
      { outcome: "rolled-back", why: "the disk is full" },
      { outcome: "refused", why: "the disk is full" },
    ]);
  });

  test("that is refused again and again is told twenty times, and then how often it was not", async () => {
    const { gateway, store, clock } = new StoredGateway();
    const refuse = () => gateway.ask({ kind: "roomRemoved", roomId: "nowhere" as never }, PANEL);
    for (let count = 0; count < 50; count += 1) await refuse();
    expect(store.trail).toHaveLength(20);
    clock.advance(60_000);
    await refuse();
    expect(store.trail.at(-1)).toMatchObject({ unwritten: 30 });
    clock.advance(60_000);
    await refuse();
    expect(store.trail.at(-1)).not.toHaveProperty("unwritten");
  });

  test("that is refused again and again stays one that is, however many others are refused meanwhile", async () => {
    const { gateway, store } = new StoredGateway();
    const refuse = (name: string) =>
      gateway.ask({ kind: "roomRemoved", roomId: "nowhere" as never }, { kind: "key", name });
    for (let count = 0; count < 20; count += 1) await refuse("acme#panel");
    for (let count = 0; count < 5_000; count += 1) {
      await refuse(`client ${count}`);
      if (count % 1_000 === 0) await refuse("acme#panel");
    }
    expect(store.trail.filter(({ by }) => "name" in by && by.name === "acme#panel")).toHaveLength(20);
  });

  test("for a whole house names a hundred devices", async () => {
    const lamps = Array.from({ length: 150 }, (_, number) => {
      const id = idFrom<never>(`${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`);
      return {
        kind: "deviceJoined",
        device: aDevice({ id, serialNumber: id, lightIds: [id] }),
        lights: [aLight({ id, deviceId: id, on: false })],
        syncBox: null,
      } as const;
    });
    const { gateway, store } = new StoredGateway(furthered(FOUNDED, lamps));
    const house = gateway.home.wholeHouse ?? expect.fail("no whole house");
    expect(await gateway.ask({ kind: "roomLightsChanged", roomId: house.id, state: { on: true } })).toBe("done");
    expect(gateway.home.lights.all().every(({ on }) => on)).toBe(true);
    expect(store.trail.at(-1)?.devices).toHaveLength(100);
  });
});

describe("strangers", () => {
  const tryKey = (gateway: StoredGateway["gateway"], address: string) => noteWrongKey(gateway, address);

  test("have few entries in all, from however many addresses, and the rest are counted", async () => {
    const { gateway, store, clock } = new StoredGateway();
    for (let address = 0; address < 6_000; address += 1) {
      for (let count = 0; count < 20; count += 1) tryKey(gateway, `10.0.${address >> 8}.${address & 255}`);
    }
    await settled();
    expect(store.trail).toHaveLength(200);
    clock.advance(10_000);
    tryKey(gateway, "10.1.0.1");
    await settled();
    const [leftOut, last] = store.trail.slice(200);
    expect(leftOut).toMatchObject({ by: { kind: "gateway" }, outcome: "refused", unwritten: 6_000 * 20 - 200 });
    expect(last).toMatchObject({ by: { kind: "address", name: "10.1.0.1" } });
    expect(last).not.toHaveProperty("unwritten");
  });

  test("neither hide nor shorten what is told of clients and devices", async () => {
    const { gateway, store } = new StoredGateway();
    for (let address = 0; address < 1_000; address += 1) tryKey(gateway, `address ${address}`);
    const nowhere: Change = { kind: "roomRemoved", roomId: "nowhere" as never };
    await gateway.ask(nowhere, PANEL);
    gateway.submit({ kind: "deviceReached", deviceId: device.id, online: !device.online });
    await settled();
    expect(store.trail.slice(200)).toMatchObject([
      { by: PANEL, outcome: "refused" },
      { by: { kind: "backend" }, outcome: "done" },
    ]);
  });

  test("who pair while the window is shut are told by their address, not by what they call themselves", async () => {
    const { gateway, store } = new StoredGateway();
    await gateway.pair(aKey({ name: "the operator" }), "10.0.0.7");
    await settled();
    expect(store.trail).toMatchObject([{ by: { kind: "address", name: "10.0.0.7" }, outcome: "refused" }]);
  });
});

/** A gateway that is asked for anything, and what it acknowledged. */
class WitnessedGateway extends StoredGateway {
  readonly acknowledged: string[] = [];
  #given = 0;

  async take(step: Step): Promise<void> {
    if (step.kind === "command") return void this.#command(step.change);
    if (step.kind === "report") this.gateway.submit(step.change);
    if (step.kind === "refuse") this.store.refuse();
    if (step.kind === "heal") this.store.heal();
    await this.pass(step.kind === "pass" ? 1_500 : 0);
    await settled();
  }

  async #command(change: Change): Promise<void> {
    this.#given += 1;
    const by = { kind: "key", name: `client ${this.#given}` } as const;
    const parts = change.kind === "devicesEdited" && change.edits.length > 0 ? change.edits : [change];
    const lines = parts.map((part) => `${by.name}: ${describeChange(part, this.gateway.home)}`);
    if ((await this.gateway.ask(change, by)) === "done") this.acknowledged.push(...lines);
  }
}

type Step =
  | { readonly kind: "command" | "report"; readonly change: Change }
  | { readonly kind: "refuse" | "heal" | "pass" };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("command", "report"), change: anyChange }),
  fc.record({ kind: fc.constantFrom("refuse", "heal", "pass") }),
);

test("whatever is asked, reported and refused, every acknowledged command is in the trail, once, and none that was not", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 30 }), async (steps) => {
      const witnessed = new WitnessedGateway();
      for (const step of steps) await witnessed.take(step);
      await witnessed.pass(1_500);
      await settled();
      expect(told(witnessed.store).toSorted()).toEqual(witnessed.acknowledged.toSorted());
    }),
    { numRuns: times(200), examples: [[[{ kind: "command", change: { kind: "devicesEdited", edits: [] } }]]] },
  );
});

const told = ({ trail }: StoredGateway["store"]): readonly string[] =>
  trail.flatMap(({ by, did, outcome }) => (by.kind === "key" && outcome === "done" ? [`${by.name}: ${did}`] : []));

describe("of what devices report", () => {
  async function running() {
    const store = new MemoryStore();
    const gateway = await runGateway({ store });
    const device = gateway.gateway.home.devices.all().find(({ name }) => name === "Ceiling");
    if (!device) throw new Error("the demo home has a ceiling lamp");
    return { ...gateway, store, device };
  }

  test("a lamp that is switched by hand is told, link quality and brightness are not", async () => {
    const { gateway, backend, store, device, clock, stop } = await running();
    backend.happen({ kind: "switch", deviceId: device.id, to: "off" });
    const [lightId] = device.lightIds;
    if (lightId === undefined) throw new Error("it has a light");
    gateway.submit({ kind: "lightChanged", lightId, state: { brightnessPercent: 7 } });
    gateway.submit({ kind: "deviceLinkQualityReported", deviceId: device.id, linkQuality: 3 });
    clock.advance(1_000);
    await settled();
    expect(store.trail).toEqual([
      {
        by: { kind: "device", name: "Ceiling" },
        did: 'light "Ceiling" set (off)',
        devices: [device.id],
        outcome: "done",
      },
    ]);
    await stop();
  });

  test("a lamp that nobody admitted is not told when it is switched by hand: it may be the neighbours'", async () => {
    const { gateway, store, stop } = await running();
    const stranger = gateway.home.devices.all().find(({ admitted, lightIds }) => !admitted && lightIds.length > 0);
    const [lightId] = stranger?.lightIds ?? [];
    if (lightId === undefined) throw new Error("the demo home has a lamp that nobody admitted");
    for (const on of [true, false]) gateway.submit({ kind: "lightChanged", lightId, state: { on } });
    await settled();
    expect(store.trail).toEqual([]);
    await stop();
  });

  test("a lamp that is lost and found is told, one with a loose contact sparingly", async () => {
    const { gateway, store, device, stop } = await running();
    for (let count = 0; count < 200; count += 1) {
      gateway.submit({ kind: "deviceReached", deviceId: device.id, online: count % 2 === 1 });
    }
    await settled();
    expect(store.trail).toHaveLength(20);
    expect(store.trail.slice(0, 2).map(({ did }) => did)).toEqual(['"Ceiling" offline', '"Ceiling" online']);
    await stop();
  });

  test("what a lamp confirms is told by the command alone; what it does not confirm is told as put back", async () => {
    const { gateway, backend, store, device, clock, stop } = await running();
    await gateway.ask({ kind: "lightsChanged", deviceId: device.id, state: { on: false } });
    clock.advance(2_000);
    await settled();
    expect(store.trail).toHaveLength(1);
    backend.happen({ kind: "loseNext", deviceId: device.id, count: 1 });
    await gateway.ask({ kind: "lightsChanged", deviceId: device.id, state: { on: true } });
    clock.advance(10_000);
    await settled();
    expect(store.trail.slice(1)).toMatchObject([
      { by: { kind: "operator" }, outcome: "done" },
      { by: { kind: "device", name: "Ceiling" }, did: 'light "Ceiling" set (off)', outcome: "put-back" },
    ]);
    await stop();
  });
});

test("pairing, revoking and wrong keys, but not requests without one, are told by names and addresses, never by keys", async () => {
  const store = new MemoryStore();
  const { gateway, client, stop } = await runGateway({ store });
  const pair = () => client.send("/api", { method: "POST", body: JSON.stringify({ device_type: "acme#panel" }) });
  await pair();
  gateway.pressButton();
  await pair();
  const secret = "A".repeat(43);
  for (const headers of [{}, { "application-key": secret }])
    await client.send("/clip/v2/resource/light/x", { method: "PUT", body: "{}", headers });
  const [key] = gateway.home.keys.all();
  await gateway.ask({ kind: "keyRevoked", keyId: key?.id ?? aKey().id });
  await settled();
  expect(store.trail.map(({ did, outcome }) => `${did}: ${outcome}`)).toEqual([
    'key for "acme#panel" created: refused',
    "button pressed, so that a client can pair: done",
    'key for "acme#panel" created: done',
    "invalid key used: refused",
    'key for "acme#panel" revoked: done',
  ]);
  for (const hidden of [secret, key?.hash ?? ""]) expect(JSON.stringify(store.trail)).not.toContain(hidden);
  await stop();
});
