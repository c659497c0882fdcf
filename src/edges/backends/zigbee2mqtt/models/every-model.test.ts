import { Check } from "typebox/value";
import { describe, expect, test } from "vitest";
import { someOf } from "../../../../../test/support/depth.ts";
import { PlainHome } from "../../../../../test/support/home/plain-home.ts";
import { ZigbeeLamp } from "../../../../../test/support/zigbee2mqtt/zigbee-lamp.ts";
import {
  everyZigbeeModel,
  publishedForDevice,
  type ZigbeeModel,
} from "../../../../../test/support/zigbee2mqtt/zigbee-models.ts";
import { COMMANDS, type Trial, tried } from "../../../../../test/support/zigbee2mqtt/zigbee-trials.ts";
import { WireDevice } from "../../../../core/contract/device.ts";
import { ABILITY_WEIGHTS, WireLight } from "../../../../core/contract/light.ts";
import type { Fade } from "../../../../core/home/model/light.ts";
import { KINDS, kindOf } from "../../../../core/home/model/product.ts";
import { distanceFromDesired } from "../../../../core/home/state-tolerance.ts";
import { wireDevice } from "../../../../core/present/wire/device.ts";
import { wireLight } from "../../../../core/present/wire/light.ts";
import { isObject } from "../../../../shared/is-object.ts";
import { parseDevice } from "../bridge/protocol/device-entry.ts";
import { joinedDevice } from "../reconcile/reconcile-devices.ts";
import type { Lamp } from "./capabilities.ts";
import { commandPayload } from "./command-payload.ts";
import { parseLightState } from "./light-state.ts";
import { parseCapabilities } from "./parse-exposes.ts";
import { pollPayloads } from "./poll-payloads.ts";

const MODELS = everyZigbeeModel();

/** Models that are sold under several names have but one set of converters. */
const CONVERTED = MODELS.filter(({ definition }, at) => MODELS[at - 1]?.definition !== definition);
const LAMPS = CONVERTED.flatMap((model) => {
  const { capabilities } = parseCapabilities(model.published);
  const at = (lamp: Lamp) => (lamp.endpoint === null ? capabilities.model : `${capabilities.model} ${lamp.endpoint}`);
  return capabilities.lamps.map((lamp) => ({ model, lamp, name: at(lamp), canFade: capabilities.canFade }));
});

/** Those that are sent commands in this run. */
const COMMANDED = someOf(LAMPS);

/** What is wrong with converters, and not to be mended from here. */
const QUIRKS = {
  /** They expose properties as readable that are not. */
  cannotBeAsked: [
    ...["EKAC-T3096Z l1", "EKAC-T3096Z l2", "GL-SPI-206P", "MG-DIM02Z", "TO-DM-W/B"],
    ...["TS0601_fan_5_levels_and_light_5_levels", "TS0601_knob_dimmer_switch"],
  ],
  /** They are turned on by a brightness, whatever is sent beside it. */
  turnedOnByBrightness: [
    ...["EKAC-T3095Z", "GL-SPI-206P", "QADZ1", "QADZ2 l1", "QADZ2 l2", "QS-Zigbee-D04", "TI0001-dimmer"],
    ...["TS110E_1gang_1", "TS110E_1gang_2", "TS110E_2gang_1 l1", "TS110E_2gang_1 l2"],
    ...["TS110E_2gang_2 l1", "TS110E_2gang_2 l2"],
  ],
  /** They take nothing while they are off. */
  deafWhileOff: ["CK-BL702-AL-01", "CK-BL702-AL-01(7008_Z102LG01-1)", "CK-BL702-AL-01_1"],
  /** It takes no colour beside a brightness. */
  colourLost: ["TS0505B_2"],
  /** It turns on, and then asks itself what a colour is. */
  complains: ["GL-SPI-206P"],
  /** They list an option for a time, and no converter takes one: Zigbee2MQTT logs that, and does the rest. */
  knowsNoTime: [
    ...["4256050-ZHAC", "4512791", "552-72201", "6735/6736/6737 relay", "HC-IWDIM-1", "MEG5116-0300/MEG5171-0000"],
    ...["MEG5126-0300/MEG5171-0000", "S24019", "WDE002334", "WDE002960", "mTouch_Dim"],
  ],
};

describe("every model that Zigbee2MQTT knows", () => {
  test("is read without a problem, and is a device and lights of the contract", () => {
    const home = new PlainHome();
    for (const [at, { published }] of MODELS.entries()) {
      const read = parseDevice({ ieee_address: `0x${at.toString(16).padStart(16, "0")}`, definition: published });
      if ("unreadable" in read) throw new Error(read.unreadable);
      expect(read.problems).toEqual([]);
      expect(home.submit(joinedDevice(read.entry))).toBe("done");
    }
    const refused = [
      ...home.home.devices.all().filter((device) => !Check(WireDevice, wireDevice(device))),
      ...home.home.lights.all().filter((light) => !Check(WireLight, wireLight(light))),
    ];
    expect(refused).toEqual([]);
    const lightModels = home.home.devices.all().filter(({ lightIds }) => lightIds.length > 0);
    console.info(
      `${MODELS.length} models, ${lightModels.length} of them lights with ${home.home.lights.all().length} lamps:`,
    );
    console.info(tally(home.home.devices.all().map(({ product }) => KINDS[kindOf(product.categoryId)])));
    console.info(`${refused.length} refused`);
  });

  test("is read without a problem when its exposes follow from the device", () => {
    const published = CONVERTED.map(publishedForDevice).filter((definition) => definition !== undefined);
    expect(published.length).toBeGreaterThan(200);
    expect(published.flatMap((definition) => parseCapabilities(definition).problems)).toEqual([]);
  });

  test("has the category that agrees with what its ablest lamp can (G4)", () => {
    const masks: Readonly<Record<number, number>> = { 201: 1, 202: 3, 203: 7, 204: 11, 205: 15 };
    const disagree = MODELS.map(({ published }) => parseCapabilities(published).capabilities).filter(
      ({ categoryId, lamps }) => {
        const able = lamps.map(({ abilities }) =>
          abilities.reduce((mask, one) => mask | (ABILITY_WEIGHTS[one] & 15), 0),
        );
        return lamps.length > 0 && !able.includes(masks[kindOf(categoryId)] ?? 0);
      },
    );
    expect(disagree.map(({ model }) => model)).toEqual([]);
  });
});

describe("every lamp, behind the converters of its model", () => {
  test("that is on obeys a command and reports that", async () => {
    const trials = await allTried({ on: true });
    const atOnce = trials.filter(({ isReportedAtOnce }) => isReportedAtOnce).length;
    console.info(`${COMMANDED.length} lamps that are on obeyed ${trials.length} commands, ${atOnce} of them at once`);
    expect(named(trials, ({ amiss }) => amiss.length > 0)).toEqual(commanded(QUIRKS.colourLost));
    expect(named(trials, ({ refused }) => refused.length > 0)).toEqual(commanded(QUIRKS.complains));
    expect(named(trials, ({ hasReached }) => !hasReached)).toEqual([]);
  });

  test("that is off is turned on only by a command for that", async () => {
    const trials = await allTried({ on: false });
    console.info(`${COMMANDED.length} lamps that are off were sent ${trials.length} commands`);
    const others = trials.filter(({ command }) => command.on !== true);
    expect(named(others, ({ turnedOn }) => turnedOn)).toEqual(commanded(QUIRKS.turnedOnByBrightness));
    expect(named(trials, ({ hasReached }) => !hasReached)).toEqual(commanded(QUIRKS.deafWhileOff));
    expect(named(trials, ({ refused }) => refused.some((words) => words.includes("nobody knows")))).toEqual([]);
    const turnedOn = trials.filter(({ command }) => command.on === true);
    expect(named(turnedOn, ({ amiss }) => amiss.length > 0)).toEqual(commanded(QUIRKS.colourLost));
  });

  test("that can fade obeys a command in a time, on its way on, off and from one colour to another", async () => {
    const fading = COMMANDED.filter(({ canFade }) => canFade);
    console.info(`${fading.length} of ${COMMANDED.length} lamps can fade`);
    expect(fading.length).toBeGreaterThan(COMMANDED.length / 2);
    const trials = await allTried({ on: true, fadeMillis: 2_500 }, fading);
    // So a transition may take longer than lamps have to confirm a command.
    const atOnce = trials.filter(({ isReportedAtOnce }) => isReportedAtOnce).length;
    expect(atOnce / trials.length).toBeGreaterThan(0.9);
    const isOfTime = (words: string) => words === "transition: nobody knows it";
    expect(named(trials, ({ refused }) => refused.some(isOfTime))).toEqual(commanded(QUIRKS.knowsNoTime));
    expect(named(trials, ({ refused }) => !refused.every(isOfTime))).toEqual([]);
    expect(named(trials, ({ hasReached }) => !hasReached)).toEqual([]);
  });

  test("with a gradient reports it, when it is polled, in the order in which it was set", async () => {
    const gradients = LAMPS.filter(({ lamp }) => lamp.gradient && lamp.endpoint === null);
    expect(gradients.length).toBeGreaterThan(40);
    const points = [
      { x: 0.64, y: 0.33 },
      { x: 0.3, y: 0.6 },
      { x: 0.15, y: 0.06 },
    ] as const;
    for (const { model, lamp } of gradients) {
      const command = { colour: { mode: "segments", points } } as const;
      const real = new ZigbeeLamp(model.definition, {});
      const { payloads } = await real.set(commandPayload(lamp, command, { on: true }) ?? {});
      const reported = real.report("manuSpecificPhilips2", { state: dataOf(payloads.at(-1)) });
      const { colour } = parseLightState(lamp, reported, true).state;
      expect(distanceFromDesired("colour", command.colour, colour)).toBeLessThan(0.01);
    }
  });

  test("knows what it is asked", async () => {
    const asked = await Promise.all(
      LAMPS.map(async ({ model, lamp, name }) => ({ name, refused: await askedOf(model, lamp) })),
    );
    expect(named(asked, ({ refused }) => refused.length > 0)).toEqual(QUIRKS.cannotBeAsked);
  });
});

async function allTried(shown: { readonly on: boolean } & Fade, lamps = COMMANDED) {
  const trials: (Trial & { readonly name: string; readonly command: (typeof COMMANDS)[number] })[] = [];
  for (const { model, lamp, name } of lamps) {
    for (const command of COMMANDS) {
      const trial = await tried({ model, lamp }, command, shown);
      if (trial) trials.push({ ...trial, name, command });
    }
  }
  return trials;
}

const commanded = (names: readonly string[]): readonly string[] =>
  names.filter((name) => COMMANDED.some((lamp) => lamp.name === name));

async function askedOf({ definition }: ZigbeeModel, lamp: Lamp): Promise<readonly string[]> {
  const { onOff, whenOn } = pollPayloads(lamp);
  return (await new ZigbeeLamp(definition, {}).get({ ...onOff, ...whenOn })).refused;
}

function dataOf(payload: unknown): unknown {
  const { data } = isObject(payload) ? payload : {};
  return data;
}

function named<Of extends { readonly name: string }>(all: readonly Of[], isMeant: (one: Of) => boolean) {
  return [...new Set(all.filter(isMeant).map(({ name }) => name))].toSorted();
}

function tally(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, 1 + (counts.get(word) ?? 0));
  return [...counts].map(([word, count]) => `  ${count} × ${word}`).join("\n");
}
