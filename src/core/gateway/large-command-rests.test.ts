import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { idAt } from "../../../test/support/home/lit-home.ts";
import { manyLamps } from "../../../test/support/home/many-lamps.ts";
import { settled } from "../../../test/support/store/stored-gateway.ts";
import type { Change } from "../home/changes/change.ts";
import { MutableHome } from "../home/home.ts";
import type { RoomId, SceneId } from "../home/model/ids.ts";
import type { LightState } from "../home/model/light.ts";
import { LargeCommands } from "./large-commands.ts";

const HOME = manyLamps([20, 20]);
const SECOND_ROOM = HOME.rooms.filter(({ kind }) => kind === "normal")[1]?.id as RoomId;
const HOUSE = HOME.rooms.find(({ kind }) => kind === "wholeHouse")?.id as RoomId;

const setRoom = (roomId: RoomId, state: Partial<LightState>): Change => ({ kind: "roomLightsChanged", roomId, state });

describe("between two commands", () => {
  test("others have as long as the first one took", async () => {
    const commands = new TimedCommands();
    await commands.carryOut(300);
    expect(await commands.nextBeginsAfter(1_000)).toBe(300);
  });

  test("for many lights again and again, others have six seconds for each once twelve are owed", async () => {
    const commands = new TimedCommands();
    const rests: number[] = [];
    for (let number = 0; number < 6; number += 1) {
      await commands.carryOut(500);
      rests.push(await commands.nextBeginsAfter(10_000));
    }
    expect(rests).toEqual([500, 500, 4_000, 5_500, 5_500, 5_500]);
  });

  test("a command that has not begun after ten seconds is refused, and those behind it are carried out", async () => {
    const commands = new TimedCommands();
    const late = commands.ask();
    await commands.pass(9_000);
    const later = commands.ask({ brightnessPercent: 7 });
    await commands.pass(1_000);
    expect(await late).toBe("busy");
    commands.end();
    await commands.pass(6_000);
    expect(await later).toBe("done");
  });

  test("for few lights again and again, others never have more than half of the time", async () => {
    const commands = new TimedCommands();
    for (let number = 0; number < 1_000; number += 1) {
      await commands.carryOut(20);
      expect(await commands.nextBeginsAfter(100)).toBe(20);
    }
  });
});

describe("several clients", () => {
  test("have turns: what one of them owes keeps no other from its command, however many it gives", async () => {
    const { greedy, other, pass } = twoClients();
    for (let number = 0; number < 40; number += 1) void greedy();
    const outcomes: Promise<string>[] = [];
    for (let second = 0; second < 60; second += 1) {
      void greedy();
      if (second % 5 === 3) outcomes.push(other());
      await pass(1_000);
    }
    await pass(10_000);
    expect(outcomes).toHaveLength(12);
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(["done"]));
  });

  test("share the places of those that wait: one of them may have half", async () => {
    const { greedy, other, pass } = twoClients();
    const asked = Array.from({ length: 40 }, () => greedy());
    const late = other();
    await pass(60_000);
    expect((await Promise.all(asked)).filter((outcome) => outcome === "busy").length).toBeGreaterThanOrEqual(7);
    expect(await late).toBe("done");
  });
});

/** Each command takes half a second. */
function twoClients() {
  const clock = new ManualClock();
  const commands = new LargeCommands<string>({
    home: new MutableHome(HOME),
    clock,
    refuse: () => "busy",
    run: () => ({
      outcome: Promise.resolve("done"),
      over: new Promise((resolve) => clock.after(500, () => resolve(0))),
    }),
  });
  const scene = { kind: "sceneActivated", sceneId: idAt<SceneId>("1") } as const;
  return {
    greedy: () => commands.ask({ change: scene, by: { kind: "key", name: "greedy" } }),
    other: () => commands.ask({ change: setRoom(SECOND_ROOM, { on: true }), by: { kind: "key", name: "other" } }),
    async pass(millis: number) {
      for (let passed = 0; passed < millis; passed += 50) {
        clock.advance(50);
        await settled();
      }
    },
  };
}

/** Commands for the whole house that take as long as the test says; one has begun. */
class TimedCommands {
  readonly #clock = new ManualClock();
  #begun = 0;
  #end: () => void = () => undefined;
  readonly #commands = new LargeCommands<"done" | "busy">({
    home: new MutableHome(HOME),
    clock: this.#clock,
    run: () => {
      this.#begun += 1;
      return { outcome: Promise.resolve("done"), over: new Promise<void>((resolve) => (this.#end = resolve)) };
    },
    refuse: () => "busy",
  });

  constructor() {
    void this.ask();
  }

  ask(state: Partial<LightState> = { on: true }): Promise<"done" | "busy"> {
    return this.#commands.ask({ change: setRoom(HOUSE, state), by: { kind: "button" } });
  }

  end(): void {
    this.#end();
  }

  async pass(millis: number): Promise<void> {
    await settled();
    this.#clock.advance(millis);
    await settled();
  }

  /** The one that has begun; another one waits then. */
  async carryOut(millis: number): Promise<void> {
    void this.ask();
    await this.pass(millis);
    this.end();
    await settled();
  }

  async nextBeginsAfter(mostMillis: number): Promise<number> {
    const begun = this.#begun;
    let millis = 0;
    for (; this.#begun === begun && millis < mostMillis; millis += 1) {
      this.#clock.advance(1);
      await Promise.resolve();
    }
    await settled();
    return millis;
  }
}
