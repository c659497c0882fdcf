import type { Definition, Tz } from "zigbee-herdsman-converters";
import { standInDevice } from "./zigbee-stand-in.ts";

type Values = Readonly<Record<string, unknown>>;
type Entity = Parameters<NonNullable<Tz.Converter["convertSet"]>>[0];

/** The outcome of a message. */
export interface Outcome {
  /** What Zigbee2MQTT publishes of the lamp at once, before the lamp reports anything. */
  readonly reported: Values;
  /** The commands that were sent to the radio. */
  readonly commands: readonly string[];
  /** The payload of each of them. */
  readonly payloads: readonly unknown[];
  /** Which properties no converter accepted, and why. */
  readonly refused: readonly string[];
}

interface Call {
  readonly converter: Tz.Converter;
  readonly entity: Entity;
  readonly key: string;
  readonly value: unknown;
  readonly meta: Tz.Meta;
}

/** A lamp behind the real converters of its model, which are called as Zigbee2MQTT calls them. */
export class ZigbeeLamp {
  readonly #definition: Definition;
  readonly #state: Values;
  readonly #radio = standInDevice();

  constructor(definition: Definition, state: Values) {
    this.#definition = definition;
    this.#state = state;
  }

  set(message: Values): Promise<Outcome> {
    return this.#run(message, async ({ converter, entity, key, value, meta }) => {
      if (!converter.convertSet) throw new Error("it cannot be set");
      const result = await converter.convertSet(entity, key, value, meta);
      return result?.state ?? {};
    });
  }

  get(message: Values): Promise<Outcome> {
    return this.#run(message, async ({ converter, entity, key, meta }) => {
      if (!converter.convertGet) throw new Error("it cannot be got");
      await converter.convertGet(entity, key, meta);
      return {};
    });
  }

  /** What Zigbee2MQTT publishes for a report of the lamp. */
  report(cluster: string, data: object): Values {
    const message = { type: "readResponse", data, device: this.#radio.device, endpoint: this.#entityFor(undefined) };
    const heard = this.#definition.fromZigbee.filter((converter) => converter.cluster === cluster);
    const results = heard.map(({ convert }) =>
      convert(this.#definition, message as never, () => undefined, {}, { device: this.#radio.device } as never),
    );
    return Object.assign({}, ...results);
  }

  /** Each converter is called once for each endpoint, with the whole message. */
  async #run(message: Values, use: (call: Call) => Promise<object>): Promise<Outcome> {
    const refused: string[] = [];
    const used = new Set<string>();
    let reported: Values = {};
    for (const property of Object.keys(message)) {
      const { key, endpointName } = this.#resolved(property);
      const at = this.#converterAt(key, endpointName);
      const converter = this.#definition.toZigbee[at];
      if (!converter) refused.push(`${property}: nobody knows it`);
      if (!converter || used.has(`${at} ${endpointName}`)) continue;
      used.add(`${at} ${endpointName}`);
      const call = { converter, key, value: message[property], meta: this.#metaFor(message, endpointName) };
      try {
        const state = await use({ ...call, entity: this.#entityFor(endpointName) });
        reported = { ...reported, ...named(state, endpointName) };
      } catch (error) {
        refused.push(`${property}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return { reported, refused, commands: this.#radio.commands, payloads: this.#radio.payloads };
  }

  #converterAt(key: string, endpointName: string | undefined): number {
    return this.#definition.toZigbee.findIndex(
      ({ key: keys, endpoints }) =>
        (!keys || keys.includes(key)) &&
        (!endpoints || (endpointName !== undefined && endpoints.includes(endpointName))),
    );
  }

  get #endpoints(): Readonly<Record<string, number>> {
    return this.#definition.endpoint?.(this.#radio.device) ?? {};
  }

  /** "state_l1" is the state of the endpoint "l1", where there is one. */
  #resolved(property: string): { readonly key: string; readonly endpointName: string | undefined } {
    const names = Object.keys(this.#endpoints).filter((name) => name !== "default");
    const endpointName = names.find((name) => property.endsWith(`_${name}`));
    return { key: endpointName === undefined ? property : property.slice(0, -endpointName.length - 1), endpointName };
  }

  #entityFor(endpointName: string | undefined): Entity {
    const { default: usual = 1, ...ids } = this.#endpoints;
    return this.#radio.endpointAt((endpointName === undefined ? undefined : ids[endpointName]) ?? usual);
  }

  #metaFor(message: Values, endpointName: string | undefined): Tz.Meta {
    const own = Object.entries(message).map(([property, value]) => {
      const resolved = this.#resolved(property);
      return [resolved.endpointName === endpointName ? resolved.key : property, value];
    });
    return {
      message: Object.fromEntries(own),
      device: this.#radio.device,
      mapped: this.#definition,
      options: {},
      state: { ...this.#state },
      endpoint_name: endpointName,
      publish: () => undefined,
      deviceExposesChanged: () => undefined,
    };
  }
}

const named = (state: object, endpointName: string | undefined): Values =>
  Object.fromEntries(
    Object.entries(state).map(([key, value]) => [endpointName === undefined ? key : `${key}_${endpointName}`, value]),
  );
