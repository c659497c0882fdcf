import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atLeast, times } from "../../../test/support/depth.ts";
import { PendingCommand } from "./pending-command.ts";

const white = (kelvin: number) => ({ mode: "white", kelvin });

/** A command for each of some brightnesses, one after the other, for a lamp that was at another. */
function commandsFor(before: number, ...percents: readonly number[]): PendingCommand {
  const command = new PendingCommand();
  for (const brightnessPercent of percents) command.add({ brightnessPercent: before }, { brightnessPercent });
  return command;
}
const brightness = (brightnessPercent: number) => ({ brightnessPercent });

describe("a report", () => {
  test("within the state tolerance confirms the command, and is shown", () => {
    const command = new PendingCommand();
    command.add({ on: false, colour: white(6500) }, { on: true, colour: white(2700) });
    expect(command.report({ colour: white(2703) })).toEqual({ colour: white(2703) });
    expect(command.isConfirmed).toBe(false);
    expect(command.report({ on: true })).toEqual({ on: true });
    expect(command.isConfirmed).toBe(true);
  });

  test("beyond the state tolerance confirms no command, and is not shown", () => {
    const command = commandsFor(10, 50);
    expect([command.report(brightness(30)), command.isConfirmed, command.lastKnown]).toEqual([
      {},
      false,
      brightness(30),
    ]);
  });

  test("confirms the nearest command, and with it the earlier ones, which may have been lost", () => {
    const command = commandsFor(10, 50, 51);
    expect(command.report(brightness(50.98))).toEqual(brightness(50.98));
    expect(command.isConfirmed).toBe(true);
  });

  test("that confirms an earlier command is not shown, however near the later one is", () => {
    const command = commandsFor(10, 50, 51);
    expect([command.report(brightness(50.1)), command.isConfirmed]).toEqual([{}, false]);
    expect([command.report(brightness(51.2)), command.isConfirmed]).toEqual([brightness(51.2), true]);
  });

  test("of the value that the lamp had before confirms no command that is merely near", () => {
    const command = commandsFor(50, 51);
    expect([command.report(brightness(50)), command.isConfirmed]).toEqual([{}, false]);
    expect([command.report(brightness(51.18)), command.isConfirmed]).toEqual([brightness(51.18), true]);
  });

  test("of the value that the lamp had before confirms a command for exactly that value", () => {
    const command = commandsFor(50, 50);
    expect([command.report(brightness(50)), command.isConfirmed]).toEqual([brightness(50), true]);
  });
});

/** A lamp with so many steps of brightness, and what a person is shown of it. */
class RoundingLamp {
  readonly command = new PendingCommand();
  readonly #inFlight: number[] = [];
  readonly #steps: number;
  desired: number;
  shown: number;
  percent: number;

  constructor(steps: number) {
    this.#steps = steps;
    this.percent = this.#rounded(50);
    this.desired = this.percent;
    this.shown = this.percent;
  }

  send(percent: number): void {
    this.command.add(brightness(this.percent), brightness(percent));
    this.#inFlight.push(percent);
    this.desired = percent;
    this.shown = percent;
  }

  /** The lamp obeys the next command, and reports. */
  obey(): void {
    this.percent = this.#rounded(this.#inFlight.shift() ?? this.percent);
    const { brightnessPercent = this.shown } = this.command.report(brightness(this.percent));
    this.shown = Number(brightnessPercent);
  }

  miss(): void {
    this.#inFlight.shift();
  }

  #rounded(percent: number): number {
    return (Math.max(1, Math.round((percent * this.#steps) / 100)) * 100) / this.#steps;
  }
}

test("a lamp with a step for each percent or more may round and miss commands: only the last command is shown, and in the end the last report", () => {
  const anyAct = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom("obey" as const, "miss" as const));
  let confirmed = 0;
  fc.assert(
    fc.property(fc.constantFrom(100, 254, 255, 1000), fc.array(anyAct, { maxLength: 20 }), (steps, acts) => {
      const lamp = new RoundingLamp(steps);
      for (const act of acts) {
        if (typeof act === "number") lamp.send(act);
        else lamp[act]();
        expect(Math.abs(lamp.shown - lamp.desired)).toBeLessThanOrEqual(1);
      }
      if (lamp.command.isConfirmed) expect(lamp.shown).toBe(lamp.percent);
      else expect(lamp.command.lastKnown).toEqual(brightness(lamp.percent));
      if (lamp.command.isConfirmed && acts.length > 0) confirmed += 1;
    }),
    { numRuns: times(2_000) },
  );
  expect(confirmed).toBeGreaterThanOrEqual(atLeast(100));
});
