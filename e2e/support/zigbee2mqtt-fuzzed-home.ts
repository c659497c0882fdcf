import { devicesText, groupsText, infoText } from "../../test/support/zigbee2mqtt/bridge-texts.ts";
import {
  aBulb,
  aGroup,
  ieeeAddress,
  type StandInDevice,
  type StandInGroup,
} from "../../test/support/zigbee2mqtt/devices.ts";
import { MODELS, type ModelName } from "../../test/support/zigbee2mqtt/models.ts";
import { onlineText, USUAL_STYLE } from "../../test/support/zigbee2mqtt/style.ts";
import { Mutations } from "./zigbee2mqtt-mutations.ts";

export interface FuzzMessage {
  readonly topic: string;
  readonly payload: string | Buffer;
  readonly retain: boolean;
}

const NAMES = Object.keys(MODELS) as ModelName[];

/** One of each model, with all that a state can contain. */
const oneOfEach = (of: string, first: number): readonly StandInDevice[] =>
  NAMES.map((model, place) =>
    aBulb({
      ieee: ieeeAddress(first + place),
      name: `${of}/${model}`,
      model,
      state: { power_on_behavior: "on", update: { state: "idle", installed_version: 1, latest_version: 1 } },
    }),
  );

const SCENES = [
  { id: 1, name: "Bright" },
  { id: 2, name: "Dim" },
];

/** Whom no broken message is about. */
export const BYSTANDERS = oneOfEach("quiet", 0x100);
const VICTIMS = oneOfEach("loud", 0x200);
/** Its brightness shows how far the gateway has come. */
export const WITNESS = aBulb({ ieee: ieeeAddress(0x300), name: "witness", model: "dimmable" });
const BYSTANDING_GROUPS = [
  aGroup({ id: 1, name: "quiet group", members: BYSTANDERS.slice(0, 3), scenes: SCENES }),
  aGroup({ id: 2, name: "quiet/other group", members: BYSTANDERS.slice(3, 6), scenes: SCENES }),
];
const VICTIM_GROUPS = [
  aGroup({ id: 11, name: "loud group", members: VICTIMS.slice(0, 4), scenes: SCENES }),
  aGroup({ id: 12, name: "loud/other group", members: VICTIMS.slice(4, 8), scenes: SCENES }),
];

const kept = (topic: string, payload: string): FuzzMessage => ({ topic, payload, retain: true });

/** All valid messages, as a Zigbee2MQTT publishes them at its start. */
export function truth(more: object = {}): readonly FuzzMessage[] {
  const devices = [...BYSTANDERS, ...VICTIMS, WITNESS];
  return [
    kept("bridge/state", onlineText(USUAL_STYLE, true)),
    kept("bridge/info", infoText(USUAL_STYLE, undefined)),
    kept("bridge/devices", devicesText(USUAL_STYLE, devices)),
    kept("bridge/groups", groupsText([...BYSTANDING_GROUPS, ...VICTIM_GROUPS])),
    ...devices.map(({ name }) => kept(`${name}/availability`, onlineText(USUAL_STYLE, true))),
    ...devices.map(({ name, model }) => ({
      topic: name,
      payload: JSON.stringify({ ...model.state, ...more }),
      retain: false,
    })),
  ];
}

const OF_THE_BRIDGE = [
  "event",
  "logging",
  "health",
  "definitions",
  "response/device/rename",
  "response/x",
  "request/x",
  "x",
  "",
];
const ATTRIBUTES = [
  "brightness",
  "state",
  "color-x",
  "color",
  "color_temp",
  "gradient",
  "color_mode",
  "availability/x",
];
const STRANGE_TOPICS = [
  "__proto__",
  "constructor/availability",
  "bridge",
  "a//b",
  "/",
  "loud",
  `${"deep/".repeat(60)}x`,
];
const EVENT = {
  type: "device_interview",
  data: { friendly_name: "loud/colour", status: "successful", ieee_address: VICTIMS[3]?.ieee },
};

/** Broken messages on every topic, about the victims. */
export class Fuzz {
  readonly #mutations: Mutations;

  constructor(seed: number) {
    this.#mutations = new Mutations(seed);
  }

  next(): FuzzMessage {
    const { chance } = this.#mutations;
    const victim = VICTIMS[chance.below(VICTIMS.length)] ?? aBulb();
    const kinds = [
      () => this.#said(victim.name, JSON.stringify(victim.model.state)),
      () => this.#said(victim.name, JSON.stringify(victim.model.state)),
      () => this.#said(`${victim.name}/availability`, '{"state":"online"}'),
      () => this.#said(`${victim.name}/${this.#one(ATTRIBUTES)}`, this.#one(["12", "ON", "0.3", "#ff8800,#00ff00"])),
      () =>
        this.#said(
          `${victim.name}/${this.#one(["set", "get", "set/state", "l1/set"])}`,
          '{"state":"ON","brightness":3}',
        ),
      () => this.#said(`${this.#one(["loud group", "loud/other group", "11"])}/set`, '{"scene_recall":1}'),
      () => this.#said("loud group", '{"state":"ON","brightness":3,"color":{"x":0.3,"y":0.3}}'),
      () => this.#devices(),
      () => this.#groups(),
      () => this.#info(),
      () => this.#said("bridge/state", this.#one(['{"state":"online"}', "online"])),
      () => this.#said(`bridge/${this.#one(OF_THE_BRIDGE)}`, JSON.stringify(EVENT)),
      () => this.#said(this.#one(STRANGE_TOPICS), '{"state":"ON"}'),
    ] as const;
    return chance.oneOf(kinds)();
  }

  #said(topic: string, text: string): FuzzMessage {
    return { topic, payload: this.#mutations.ofText(text), retain: this.#mutations.chance.below(8) === 0 };
  }

  /** Others in the list are as they were; now and then there is no list. */
  #devices(): FuzzMessage {
    return this.#listed("bridge/devices", [...BYSTANDERS, WITNESS, ...VICTIMS], (devices) =>
      devicesText(USUAL_STYLE, devices),
    );
  }

  #groups(): FuzzMessage {
    return this.#listed("bridge/groups", [...BYSTANDING_GROUPS, ...VICTIM_GROUPS], (groups: readonly StandInGroup[]) =>
      groupsText(groups),
    );
  }

  #listed<Item extends { readonly name: string }>(
    topic: string,
    items: readonly Item[],
    toText: (items: readonly Item[]) => string,
  ): FuzzMessage {
    const { chance } = this.#mutations;
    const entries: unknown[] = JSON.parse(toText(items));
    const texts = entries.map((entry) => {
      const text = JSON.stringify(entry);
      if (!text.includes('"friendly_name":"loud') || chance.below(3) > 0) return [text];
      return this.#brokenEntry(text);
    });
    const whole = `[${texts.flat().join(",")}]`;
    if (chance.below(6) > 0) return { topic, payload: whole, retain: true };
    const broken = this.#one([
      whole.slice(0, chance.below(whole.length)),
      "",
      "null",
      "{}",
      "5",
      '"x"',
      "[",
      "[[[[",
      "NaN",
    ]);
    return { topic, payload: broken, retain: chance.below(4) === 0 };
  }

  /** Gone, twice, or odd within. */
  #brokenEntry(text: string): readonly string[] {
    const mutations = this.#mutations;
    const ways = [
      () => [],
      () => [text, text.replace("loud", "louder")],
      () => [mutations.ofJson(text)],
      () => [mutations.ofJson(text)],
      () => [mutations.ofJson(mutations.ofJson(text)), text],
      () => [mutations.oddText()],
    ] as const;
    return mutations.chance.oneOf<() => readonly string[]>(ways)();
  }

  /** The network, and the form of states, concern all devices. */
  #info(): FuzzMessage {
    const text = infoText(USUAL_STYLE, undefined);
    const broken = this.#mutations.ofText(text);
    const isAboutAll =
      !broken.includes(`"ieee_address":"${USUAL_STYLE.coordinator}"`) || !broken.includes('"output":"json"');
    return { topic: "bridge/info", payload: isAboutAll ? this.#mutations.oddText() : broken, retain: false };
  }

  #one(texts: readonly string[]): string {
    return texts[this.#mutations.chance.below(texts.length)] ?? "";
  }
}
