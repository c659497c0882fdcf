import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { StepByStep } from "../../../test/support/gateway/step-by-step.ts";
import { aKey } from "../../../test/support/home/builders.ts";
import { idAt } from "../../../test/support/home/lit-home.ts";
import { lampLightId, manyLamps } from "../../../test/support/home/many-lamps.ts";
import { StoredGateway, settled } from "../../../test/support/store/stored-gateway.ts";
import type { Change } from "../home/changes/change.ts";
import type { RoomId } from "../home/model/ids.ts";
import type { LightState } from "../home/model/light.ts";

const LAMPS = 40;
const HOME = manyLamps([20, 20]);
const [FIRST_ROOM, SECOND_ROOM] = HOME.rooms.filter(({ kind }) => kind === "normal").map(({ id }) => id) as [
  RoomId,
  RoomId,
];
const HOUSE = HOME.rooms.find(({ kind }) => kind === "wholeHouse")?.id as RoomId;

const setRoom = (roomId: RoomId, state: Partial<LightState>): Change => ({ kind: "roomLightsChanged", roomId, state });
const setLamp = (number: number, state: Partial<LightState>): Change => ({
  kind: "lightChanged",
  lightId: lampLightId(number),
  state,
});

/** A gateway to which ten lamps are many, and whose steps the test takes. */
class SteppedGateway extends StoredGateway {
  readonly steps: StepByStep;

  constructor(steps = new StepByStep()) {
    super(HOME, undefined, { run: steps.run, large: 10 });
    this.steps = steps;
  }

  /** How many lamps are at this brightness. */
  at(percent: number): number {
    return this.gateway.home.lights.all().filter(({ brightnessPercent }) => brightnessPercent === percent).length;
  }

  async step(): Promise<void> {
    this.steps.step();
    await settled();
  }

  /** Until nothing is left to do. */
  async finish(): Promise<void> {
    await settled();
    while (!this.steps.isIdle) await this.step();
  }
}

describe("a command for many lights", () => {
  test("is shown whole or not at all, stored in one piece, and answered then", async () => {
    const stored = new SteppedGateway();
    const command = stored.ask(setRoom(HOUSE, { brightnessPercent: 77 }));
    const shown = new Set<number>();
    while (!stored.steps.isIdle) {
      shown.add(stored.at(77));
      await stored.step();
    }
    expect([...shown.add(stored.at(77))]).toEqual([0, LAMPS]);
    expect([command.outcome, stored.store.batches.length]).toEqual(["done", 1]);
    expect(stored.store.batches[0]?.writes).toHaveLength(LAMPS);
    expect(stored.notifications.filter(({ cause }) => cause === "command")).toHaveLength(1);
  });

  test("is taken back whole when it cannot be stored", async () => {
    const stored = new SteppedGateway();
    const before = stored.shown;
    stored.store.refuse();
    const command = stored.ask(setRoom(HOUSE, { brightnessPercent: 77 }));
    await stored.finish();
    expect([command.outcome, stored.shown]).toEqual(["not-stored", before]);
  });

  test("does not make a command for one light wait", async () => {
    const stored = new SteppedGateway();
    stored.ask(setRoom(HOUSE, { brightnessPercent: 77 }));
    await stored.step();
    const single = stored.ask(setLamp(3, { on: false }));
    expect(stored.gateway.home.lights.get(lampLightId(3))?.on).toBe(false);
    await settled();
    expect([single.outcome, stored.at(77)]).toEqual(["done", 0]);
    await stored.finish();
    expect(stored.gateway.home.lights.get(lampLightId(3))?.on).toBe(false);
    expect(stored.at(77)).toBe(LAMPS - 1);
  });

  test("of which nothing is possible any more when its turn comes is refused, and changes nothing", async () => {
    const stored = new SteppedGateway();
    const first = stored.ask(setRoom(FIRST_ROOM, { brightnessPercent: 66 }));
    const second = stored.ask(setRoom(SECOND_ROOM, { brightnessPercent: 77 }));
    stored.gateway.submit({ kind: "roomRemoved", roomId: SECOND_ROOM });
    await stored.finish();
    expect([first.outcome, second.outcome, stored.at(77)]).toEqual(["done", "not-found", 0]);
  });

  test("is one of a bounded number: beyond that it is refused as busy", async () => {
    const stored = new SteppedGateway();
    const rooms = [FIRST_ROOM, SECOND_ROOM, HOUSE];
    const commands = Array.from({ length: 100 }, (_, number) =>
      stored.ask(setRoom(rooms[number % 3] ?? HOUSE, { brightnessPercent: number + 1 })),
    );
    await settled();
    const refused = commands.filter(({ outcome }) => outcome === "busy");
    expect(refused.length).toBeGreaterThan(5);
    await stored.finish();
    expect(commands.filter(({ outcome }) => outcome === "done")).toHaveLength(100 - refused.length);
    expect(stored.store.batches.length).toBeLessThanOrEqual(65);
  });

  test("that has not begun when the gateway stops is refused; the one in work is stored", async () => {
    const stored = new SteppedGateway();
    const [begun, waiting] = [
      stored.ask(setRoom(FIRST_ROOM, { brightnessPercent: 66 })),
      stored.ask(setRoom(SECOND_ROOM, { brightnessPercent: 77 })),
    ];
    const stopped = stored.gateway.stop();
    await stored.finish();
    await stopped;
    expect([begun.outcome, waiting.outcome, stored.at(66), stored.at(77)]).toEqual(["done", "busy", 20, 0]);
  });
});

describe("commands for the same group", () => {
  test("that have not begun are one command, field by field, and each gets its outcome", async () => {
    const stored = new SteppedGateway();
    stored.ask(setRoom(FIRST_ROOM, { brightnessPercent: 66 }));
    const merged = [
      stored.ask(setRoom(HOUSE, { on: false, brightnessPercent: 77 })),
      stored.ask(setRoom(HOUSE, { on: false })),
      ...Array.from({ length: 500 }, () => stored.ask(setRoom(HOUSE, { on: false, brightnessPercent: 99 }))),
    ];
    await stored.finish();
    expect(new Set(merged.map(({ outcome }) => outcome))).toEqual(new Set(["done"]));
    expect(stored.store.batches).toHaveLength(2);
    expect(stored.gateway.home.lights.all().every(({ on }) => !on)).toBe(true);
    expect(stored.at(99)).toBe(LAMPS);
  });

  test("that switch the lights and that dim them are done one after the other, and those of a kind are one", async () => {
    const stored = new SteppedGateway();
    stored.ask(setLamp(1, { on: false, brightnessPercent: 10 }));
    stored.ask(setLamp(2, { brightnessPercent: 25 }));
    stored.ask(setRoom(SECOND_ROOM, { brightnessPercent: 11 }));
    const commands = [
      ...[90, 40].map((brightnessPercent) => stored.ask(setRoom(FIRST_ROOM, { brightnessPercent }))),
      ...[false, true].map((on) => stored.ask(setRoom(FIRST_ROOM, { on }))),
    ];
    await stored.finish();
    expect(commands.map(({ outcome }) => outcome)).toEqual(["done", "done", "done", "done"]);
    const levels = [1, 2, 3].map((number) => stored.gateway.home.lights.get(lampLightId(number)));
    // Dimmed while the first was off: the mean of 25% once and 50% eighteen times becomes 40%.
    expect(levels).toMatchObject([10, 21, 41].map((brightnessPercent) => ({ on: true, brightnessPercent })));
    expect(stored.store.batches).toHaveLength(5);
  });

  test("are not merged past a command that concerns the same lights", async () => {
    const stored = new SteppedGateway();
    stored.ask(setRoom(FIRST_ROOM, { brightnessPercent: 11 }));
    for (const [roomId, brightnessPercent] of [
      [HOUSE, 66],
      [FIRST_ROOM, 77],
      [HOUSE, 88],
    ] as const) {
      stored.ask(setRoom(roomId, { on: true, brightnessPercent }));
    }
    await stored.finish();
    expect([stored.at(88), stored.store.batches.length]).toEqual([LAMPS, 4]);
  });

  test("are merged past a command for another room", async () => {
    const stored = new SteppedGateway();
    stored.ask(setRoom(HOUSE, { brightnessPercent: 11 }));
    for (const roomId of [FIRST_ROOM, SECOND_ROOM, FIRST_ROOM]) stored.ask(setRoom(roomId, { brightnessPercent: 77 }));
    await stored.finish();
    expect([stored.at(77), stored.store.batches.length]).toEqual([LAMPS, 3]);
  });
});

/** What is done between two steps. */
const anyAct = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: "step" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("command" as const, "report" as const),
      lamp: fc.integer({ min: 1, max: LAMPS }),
      on: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("leave" as const), lamp: fc.integer({ min: 1, max: LAMPS }) }),
  },
);

type Act = { readonly kind: string; readonly lamp?: number; readonly on?: boolean };

const ACTS: Readonly<Record<string, (stored: SteppedGateway, act: Act) => unknown>> = {
  step: (stored) => stored.step(),
  command: (stored, { lamp = 1, on = true }) => stored.ask(setLamp(lamp, { on })),
  report: ({ gateway }, { lamp = 1, on = true }) => gateway.submit(setLamp(lamp, { on })),
  leave({ gateway }, { lamp = 1 }) {
    const deviceId = gateway.home.lights.get(lampLightId(lamp))?.deviceId;
    if (deviceId) gateway.submit({ kind: "deviceLeft", deviceId });
  },
};

test("whatever happens meanwhile, a command for the house is whole in one moment, and the store has what is shown", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { maxLength: 80 }), async (acts) => {
      const stored = new SteppedGateway();
      const { home } = stored.gateway;
      const command = stored.ask(setRoom(HOUSE, { on: true, brightnessPercent: 77 }));
      for (const act of acts) {
        await ACTS[act.kind]?.(stored, act);
        expect([0, home.lights.all().length]).toContain(stored.at(77));
      }
      await stored.finish();
      expect([command.outcome, stored.at(77)]).toEqual(["done", home.lights.all().length]);
      await stored.pass(1_000);
      await stored.finish();
      expect(stored.stored).toBe(stored.shown);
    }),
    { numRuns: times(200) },
  );
});

describe("several clients", () => {
  test("that ask the same of a group share one command, and what each gives afterwards comes afterwards", async () => {
    const stored = new SteppedGateway();
    const phone = { kind: "key", name: "phone" } as const;
    stored.ask(setRoom(SECOND_ROOM, { brightnessPercent: 11 }));
    stored.ask(setRoom(FIRST_ROOM, { brightnessPercent: 22 }));
    stored.ask(setRoom(FIRST_ROOM, { brightnessPercent: 33 }), phone);
    stored.ask(setRoom(HOUSE, { on: false }), phone);
    await stored.finish();
    expect(stored.gateway.home.lights.all().some(({ on }) => on)).toBe(false);
    expect([stored.at(33), stored.store.batches.length]).toEqual([20, 3]);
  });
});

test("a key that is revoked or made while an import waits is as it was left, and not as it was when the import was given", async () => {
  const [phone, late] = [aKey({ id: idAt("1"), name: "phone" }), aKey({ id: idAt("2"), name: "late" })];
  const steps = new StepByStep();
  const stored = new StoredGateway({ ...HOME, keys: [phone] }, undefined, { run: steps.run, large: 10 });
  stored.ask(setRoom(HOUSE, { brightnessPercent: 77 }));
  const imported = stored.ask({ kind: "homeImported", contents: manyLamps([30, 20]) });
  stored.ask({ kind: "keyRevoked", keyId: phone.id });
  stored.gateway.pressButton();
  expect(await stored.gateway.pair(late, "10.0.0.7")).toBe("done");
  while (!steps.isIdle) {
    steps.step();
    await settled();
  }
  expect([imported.outcome, stored.gateway.home.devices.all().length]).toEqual(["done", 51]);
  expect(stored.gateway.home.keys.all()).toEqual([late]);
});

test("a fault in one command does not keep the next ones from being carried out", async () => {
  const stored = new SteppedGateway();
  let isFaulty = true;
  stored.gateway.watch(() => {
    if (!isFaulty) return;
    isFaulty = false;
    throw new Error("once");
  });
  const first = stored.gateway.ask(setRoom(HOUSE, { brightnessPercent: 77 })).catch(String);
  await stored.finish();
  const second = stored.ask(setRoom(HOUSE, { brightnessPercent: 55 }));
  await stored.finish();
  expect([await first, second.outcome, stored.at(55)]).toEqual(["Error: once", "done", LAMPS]);
});
