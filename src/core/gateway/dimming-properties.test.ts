import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { lampLightId, manyLamps } from "../../../test/support/home/many-lamps.ts";
import { settled } from "../../../test/support/store/stored-gateway.ts";
import { startSimulatedBackend } from "../../edges/backends/simulated/start.ts";
import { MemoryStore } from "../../edges/store/memory-store.ts";
import { startBackend } from "../../runtime/start-backend.ts";
import type { Change } from "../home/changes/change.ts";
import { FAINTEST_SHARE, LARGEST_SHARE } from "../home/dimming.ts";
import { contentsOf } from "../home/home.ts";
import type { HomeContents } from "../home/model/contents.ts";
import type { LightId } from "../home/model/ids.ts";
import type { Light, LightState } from "../home/model/light.ts";
import { Gateway } from "./gateway.ts";

const LAMPS = 8;
const NOT_DIMMABLE = 4;
/** Two rooms and a lamp in none; one lamp can only be switched. */
const MADE = manyLamps([4, 3], 1);
const HOME: HomeContents = {
  ...MADE,
  lights: MADE.lights.map((light) =>
    light.id === lampLightId(NOT_DIMMABLE) ? { ...light, abilities: ["onOff"] } : light,
  ),
};
const ROOMS = HOME.rooms.map(({ id }) => id);

const room = fc.nat({ max: ROOMS.length - 1 });
const lamp = fc.integer({ min: 1, max: LAMPS });
const percent = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1, 2, 99, 100));
const anyAct = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("slider" as const), room, percent }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("switch" as const), room, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("all" as const), room, on: fc.boolean(), percent }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("lampSwitch" as const), lamp, on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("lampSlider" as const), lamp, percent }) },
);

type Act = typeof anyAct extends fc.Arbitrary<infer Made> ? Made : never;

/** A lamp that is so much fainter or brighter than others that no lamps can show it has no ratio to keep. */
function isBeyondRatios({ dimming }: Partial<Light> = {}): boolean {
  const share = dimming ? dimming.madePercent * dimming.factor : 1;
  return share < FAINTEST_SHARE * 1.001 || share > LARGEST_SHARE * 0.999;
}

/** A gateway with simulated lamps, and what a person made of each lamp. */
class DimmedHome {
  readonly clock = new ManualClock();
  readonly gateway: Gateway;
  readonly #backend;
  /** The level that a person set last, and the room's dimmings since then that the lamp took part in. */
  readonly #made = new Map<string, { readonly percent: number; readonly history: string }>();
  #dimmings = 0;

  constructor(contents: HomeContents) {
    this.gateway = new Gateway({ contents, store: new MemoryStore(), clock: this.clock });
    this.#backend = startBackend(this.gateway, this.clock, startSimulatedBackend);
    for (const { id, brightnessPercent } of this.lights)
      this.#made.set(id, { percent: brightnessPercent, history: "" });
  }

  /** Every third lamp is off, and the one that cannot be dimmed is on. */
  static async made(percents: readonly number[]): Promise<DimmedHome> {
    const dimmed = new DimmedHome(HOME);
    for (const [at, brightnessPercent] of percents.entries()) {
      await dimmed.set([at + 1], at + 1 === NOT_DIMMABLE ? { on: true } : { on: at % 3 > 0, brightnessPercent });
    }
    return dimmed;
  }

  async take(act: Act): Promise<void> {
    switch (act.kind) {
      case "slider":
        return await this.dim(act.room, act.percent);
      case "switch":
        return await this.switch(act.room, { on: act.on });
      case "all":
        return await this.switch(act.room, { on: act.on, brightnessPercent: act.percent });
      case "lampSwitch":
        return await this.set([act.lamp], { on: act.on });
      case "lampSlider":
        return act.lamp === NOT_DIMMABLE ? undefined : await this.set([act.lamp], { brightnessPercent: act.percent });
    }
  }

  get lights(): readonly Light[] {
    return this.gateway.home.lights.all();
  }

  stop(): Promise<void> {
    return this.#backend.stop();
  }

  async ask(change: Change): Promise<void> {
    const done = this.gateway.ask(change);
    await settled();
    this.clock.advance(1_000);
    expect(await done).toBe("done");
  }

  /** The slider of a room. */
  async dim(room: number, brightnessPercent: number): Promise<void> {
    const roomId = ROOMS[room % ROOMS.length] ?? expect.fail("no room");
    const before = this.lights;
    const meant = this.#litIn(room);
    await this.ask({ kind: "roomLightsChanged", roomId, state: { brightnessPercent } });
    this.#dimmings += 1;
    const { groupLightId = expect.fail("no group") } = this.gateway.home.rooms.get(roomId) ?? {};
    const group = this.gateway.home.groupLights.get(groupLightId);
    if (meant.length > 0) expect(group).toMatchObject({ on: true, brightnessPercent });
    for (const light of before.filter(({ id }) => !meant.includes(id))) {
      expect(this.gateway.home.lights.get(light.id)).toEqual(light);
    }
    expect(this.lights.map(({ on }) => on)).toEqual(before.map(({ on }) => on));
    for (const id of meant) {
      const { percent = 0, history = "" } = this.#made.get(id) ?? {};
      const isBeyond = isBeyondRatios(this.gateway.home.lights.get(id as LightId));
      this.#made.set(id, { percent, history: isBeyond ? `${id} alone` : `${history} ${this.#dimmings}` });
    }
    this.expectRatios();
  }

  /** A command that says how bright lamps are to be. */
  async set(lamps: readonly number[], state: Partial<LightState>): Promise<void> {
    for (const lamp of lamps) {
      const light = this.gateway.home.lights.get(lampLightId(lamp)) ?? expect.fail("no lamp");
      await this.ask({ kind: "lightChanged", lightId: light.id, state });
      const percent = state.brightnessPercent ?? light.brightnessPercent;
      if (percent !== light.brightnessPercent) this.#made.set(light.id, { percent, history: "" });
    }
  }

  /** The switch of a room, or a command that sets all of it. */
  async switch(room: number, state: Partial<LightState> & { readonly on: boolean }): Promise<void> {
    const roomId = ROOMS[room % ROOMS.length] ?? expect.fail("no room");
    await this.ask({ kind: "roomLightsChanged", roomId, state });
    const { brightnessPercent: percent } = state;
    if (percent === undefined) return;
    for (const id of this.#dimmableIn(room)) this.#made.set(id, { percent, history: "" });
  }

  /** Lamps that took part in the same dimmings show what they were made, times one factor, as far as they are able. */
  expectRatios(): void {
    const ranges = new Map<string, { least: number; most: number }>();
    for (const { id, brightnessPercent: shown } of this.lights) {
      const { percent = 0, history = "" } = this.#made.get(id) ?? {};
      const { least, most } = ranges.get(history) ?? { least: 0, most: Number.POSITIVE_INFINITY };
      ranges.set(history, {
        least: Math.max(least, shown <= 1 ? 0 : (shown - 0.501) / percent),
        most: Math.min(most, shown >= 100 ? Number.POSITIVE_INFINITY : (shown + 0.501) / percent),
      });
    }
    for (const [history, { least, most }] of ranges) {
      expect(least, `lamps dimmed by ${history} have other ratios`).toBeLessThanOrEqual(most);
    }
  }

  /** Where all lamps of a room that are on were dimmed together, they come back as they were made. */
  async expectToComeBack(room: number): Promise<void> {
    const lit = this.#litIn(room).map((id) => this.#made.get(id) ?? expect.fail("no lamp"));
    if (lit.length === 0 || new Set(lit.map(({ history }) => history)).size > 1) return;
    const made = lit.map(({ percent }) => percent);
    await this.dim(room, 1);
    await this.dim(room, 100);
    await this.dim(room, Math.round(made.reduce((sum, percent) => sum + percent, 0) / made.length));
    const shown = this.#litIn(room).map((id) => this.lights.find((light) => light.id === id)?.brightnessPercent);
    expect(shown).toEqual(made);
  }

  /** What lamps really do is what the home shows. */
  expectObeyed(): void {
    const actual = this.#backend.backend.actualStates().flatMap(({ lights }) => lights);
    for (const { id, on, brightnessPercent } of this.lights) {
      expect(actual.find((light) => light.id === id)).toMatchObject({ on, brightnessPercent });
    }
  }

  #litIn(room: number): readonly string[] {
    const lit = this.lights.filter(({ on }) => on).map(({ id }) => id as string);
    return this.#dimmableIn(room).filter((id) => lit.includes(id));
  }

  #dimmableIn(room: number): readonly string[] {
    const { home } = this.gateway;
    const id = ROOMS[room % ROOMS.length] ?? expect.fail("no room");
    const { kind } = home.rooms.get(id) ?? expect.fail("no room");
    return this.lights
      .filter(({ abilities }) => abilities.includes("brightness"))
      .filter(({ deviceId }) => kind === "wholeHouse" || (home.roomIdOf(deviceId) ?? home.unassigned?.id) === id)
      .map((light) => light.id);
  }
}

test("any sequence of room slider, room switch and single lamps keeps the ratios, and lights nothing that was off", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(percent, { minLength: LAMPS, maxLength: LAMPS }),
      fc.array(anyAct, { maxLength: 25 }),
      room,
      async (made, acts, last) => {
        const dimmed = await DimmedHome.made(made);
        for (const act of acts) await dimmed.take(act);
        dimmed.expectRatios();
        await dimmed.expectToComeBack(last);
        dimmed.expectObeyed();
        await dimmed.stop();
      },
    ),
    { numRuns: times(600) },
  );
});

test("what was made of lamps is remembered over a restart", async () => {
  const before = new DimmedHome(HOME);
  await before.set([1], { on: true, brightnessPercent: 20 });
  await before.set([2], { on: true, brightnessPercent: 60 });
  await before.set([3, NOT_DIMMABLE], { on: false });
  const room = HOME.rooms.findIndex(({ kind }) => kind === "normal");
  await before.dim(room, 1);
  const after = new DimmedHome(JSON.parse(JSON.stringify(contentsOf(before.gateway.home))));
  await before.stop();
  await after.ask({
    kind: "roomLightsChanged",
    roomId: ROOMS[room] ?? expect.fail("no room"),
    state: { brightnessPercent: 40 },
  });
  expect([1, 2].map((number) => after.gateway.home.lights.get(lampLightId(number))?.brightnessPercent)).toEqual([
    20, 60,
  ]);
  await after.stop();
});
