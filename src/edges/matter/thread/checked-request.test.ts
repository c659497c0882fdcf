import "./before-matter.ts";
import "./matter-model.ts";
import { StatusResponseError } from "@matter/main/types";
import { expect, test } from "vitest";
import { ANY, LampsOnANode } from "../../../../test/support/matter/lamps-on-a-node.ts";

const CONSTRAINT_ERROR = 0x87;
const INVALID_COMMAND = 0x85;

const STEP = { transitionTime: 0, ...ANY };
const BOUNDS = { colorTemperatureMinimumMireds: 0, colorTemperatureMaximumMireds: 0 };
const TO_HUE = { hue: 1, direction: 9, ...STEP };

/** Each with the cluster and the command, and the request of it. */
const UNDEFINED: readonly (readonly [string, string, object])[] = [
  ["identify", "triggerEffect", { effectIdentifier: 200, effectVariant: 0 }],
  ["onOff", "offWithEffect", { effectIdentifier: 200, effectVariant: 200 }],
  ["onOff", "offWithEffect", { effectIdentifier: 0, effectVariant: 200 }],
  ...["move", "moveWithOnOff"].map((name) => ["levelControl", name, { moveMode: 7, rate: 9, ...ANY }] as const),
  ...["step", "stepWithOnOff"].map((name) => ["levelControl", name, { stepMode: 9, stepSize: 9, ...STEP }] as const),
  ["colorControl", "moveToHue", TO_HUE],
  ...["moveHue", "moveSaturation"].map((name) => ["colorControl", name, { moveMode: 2, rate: 9, ...ANY }] as const),
  ...["stepHue", "stepSaturation"].map(
    (name) => ["colorControl", name, { stepMode: 2, stepSize: 9, ...STEP }] as const,
  ),
  ["colorControl", "moveColorTemperature", { moveMode: 7, rate: 9, ...BOUNDS, ...ANY }],
  ["colorControl", "stepColorTemperature", { stepMode: 7, stepSize: 9, ...BOUNDS, ...STEP }],
];

const EMPTY_STEPS: readonly (readonly [string, string, object])[] = [
  ...["step", "stepWithOnOff"].map((name) => ["levelControl", name, { stepMode: 0, stepSize: 0, ...STEP }] as const),
  ...["stepHue", "stepSaturation"].map(
    (name) => ["colorControl", name, { stepMode: 1, stepSize: 0, ...STEP }] as const,
  ),
  ["colorControl", "stepColorTemperature", { stepMode: 1, stepSize: 0, ...BOUNDS, ...STEP }],
];

async function statusOf(lamps: LampsOnANode, [cluster, command, request]: readonly [string, string, object]) {
  const acted = lamps.endpoint("Reading lamp").act(async (lamp) => {
    const behavior = (lamp as unknown as Record<string, Record<string, (request: object) => unknown>>)[cluster];
    await behavior?.[command]?.(request);
  });
  const fault = await Promise.resolve(acted).catch((one: unknown) => one);
  return fault instanceof StatusResponseError ? fault.code : fault;
}

test("values that Matter does not define are refused, and change nothing, whether the lamp is on or off", async () => {
  const lamps = await LampsOnANode.start();
  for (const on of [true, false]) {
    await lamps.show("Reading lamp", { on });
    for (const request of UNDEFINED) {
      expect([request, await statusOf(lamps, request)]).toEqual([request, CONSTRAINT_ERROR]);
    }
    for (const request of EMPTY_STEPS) {
      expect([request, await statusOf(lamps, request)]).toEqual([request, INVALID_COMMAND]);
    }
  }
  expect(await statusOf(lamps, ["onOff", "offWithEffect", { effectIdentifier: 1, effectVariant: 0 }])).toBeUndefined();
  expect(await statusOf(lamps, ["identify", "triggerEffect", { effectIdentifier: 254, effectVariant: 0 }])).toBe(
    undefined,
  );
  expect(lamps.commands).toEqual([]);
});
