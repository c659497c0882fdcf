import fc from "fast-check";
import { expect, test } from "vitest";
import type { LampCommand } from "../messages.ts";
import type { MatterLampState } from "./matter-lamp.ts";
import { withCommand } from "./waiting-commands.ts";

const white = fc
  .integer({ min: 2_000, max: 6_500 })
  .map((kelvin) => ({ colour: { mode: "white", kelvin } as const }) satisfies Partial<MatterLampState>);
const desired: fc.Arbitrary<Partial<MatterLampState>> = fc.oneof(
  fc.boolean().map((on) => ({ on })),
  fc.integer({ min: 1, max: 100 }).map((brightnessPercent) => ({ brightnessPercent })),
  fc.integer({ min: 1, max: 100 }).map((brightnessPercent) => ({ on: true, brightnessPercent })),
  white,
);
const command: fc.Arbitrary<LampCommand> = fc.record({
  id: fc.constant("lamp"),
  desired,
  fadeMillis: fc.constantFrom(0, 500, 1_860_000),
  by: fc.constantFrom("Apple Home", "Alexa"),
});

/** The last command for each field. */
const lastOfFields = (commands: readonly LampCommand[]) =>
  Object.fromEntries(
    commands.flatMap(({ desired, fadeMillis, by }) =>
      Object.entries(desired).map(([field, value]) => [field, { value, fadeMillis, by }]),
    ),
  );

test("each field that waits has the value, the time and the ecosystem of the last command for it", () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
      const waiting = commands.reduce(withCommand, [] as readonly LampCommand[]);
      expect(lastOfFields(waiting)).toEqual(lastOfFields(commands));
      const fields = waiting.flatMap(({ desired }) => Object.keys(desired));
      expect(fields).toHaveLength(new Set(fields).size);
    }),
  );
});

test("a slider that is dragged is one command", () => {
  const steps = [10, 20, 30].map((brightnessPercent) => ({
    ...{ id: "lamp", fadeMillis: 300, by: "Alexa" },
    desired: { brightnessPercent },
  }));
  expect(steps.reduce(withCommand, [] as readonly LampCommand[])).toEqual([steps.at(-1)]);
});
