import { AttributeStore } from "./attribute-store.ts";
import type { EndpointModel } from "./device-model.ts";
import { answerGlobal, defaultResponse, type Reply } from "./global-commands.ts";
import { LIGHT_ATTRIBUTES, LIGHT_VALUES, type LightValues, obeyed } from "./light-values.ts";
import { GROUPS, type Meaning, meaningOf, SCENES } from "./zcl-commands.ts";
import type { ZclFrame } from "./zcl-frame.ts";
import { attributeBytes } from "./zcl-values.ts";

const SUCCESS = 0x00;
const UNSUPPORTED_COMMAND = 0x81;
const NOT_FOUND = 0x8b;

/** What an endpoint reports of one cluster. */
export interface Report {
  readonly cluster: number;
  readonly payload: Buffer;
}

/** One endpoint of a device: it keeps its state, and obeys. */
export class ZigbeeEndpoint {
  readonly model: EndpointModel;
  readonly groups = new Set<number>();
  readonly #attributes = new AttributeStore();
  readonly #scenes = new Map<string, LightValues>();

  constructor(model: EndpointModel) {
    this.model = model;
    for (const { cluster, id, ...attribute } of model.attributes) this.#attributes.set({ cluster, id }, attribute);
    this.show(model.shows);
  }

  /** What the lamp shows now. */
  get shows(): LightValues {
    const values = LIGHT_VALUES.flatMap((name) => {
      const value = this.#attributes.get(LIGHT_ATTRIBUTES[name])?.value;
      return typeof value === "number" ? [[name, value] as const] : [];
    });
    return Object.fromEntries(values);
  }

  /** Shows something else, and gives back what is to be reported of it. */
  show(values: LightValues, { isReportedAlways = false } = {}): readonly Report[] {
    const before = this.shows;
    const reports = new Map<number, Buffer[]>();
    for (const name of LIGHT_VALUES) {
      const value = values[name];
      if (value === undefined) continue;
      const { cluster, id, type } = LIGHT_ATTRIBUTES[name];
      this.#attributes.set({ cluster, id }, { type, value });
      const isReported = this.#attributes.isReported({ cluster, id }) && before[name] !== value;
      if (!isReported && !isReportedAlways) continue;
      const records = reports.get(cluster) ?? [];
      reports.set(cluster, [...records, Buffer.from([id & 0xff, id >> 8]), attributeBytes({ type, value })]);
    }
    return [...reports].map(([cluster, records]) => ({ cluster, payload: Buffer.concat(records) }));
  }

  /** Obeys a frame: what is said back to it, and what is reported then. */
  hear(cluster: number, frame: ZclFrame): { readonly reply: Reply | undefined; readonly reports: readonly Report[] } {
    if (frame.isGlobal) return { reply: answerGlobal(this.#attributes, cluster, frame), reports: [] };
    const meaning = meaningOf(cluster, frame);
    const { reply, shows = {} } = this.#obey(cluster, meaning);
    const status = typeof reply === "number" ? reply : SUCCESS;
    const isSilent = status === SUCCESS && !frame.wantsDefaultResponse;
    const byDefault = isSilent ? undefined : defaultResponse(frame.command, status);
    return { reply: typeof reply === "number" ? byDefault : reply, reports: this.show(shows) };
  }

  #obey(cluster: number, meaning: Meaning): { readonly reply: Reply | number; readonly shows?: LightValues } {
    if (cluster === GROUPS) return { reply: this.#obeyGroups(meaning) };
    if (cluster === SCENES) return this.#obeyScenes(meaning);
    const shows = this.model.inputs.includes(cluster) ? obeyed(meaning, this.shows.on === 1) : undefined;
    return shows ? { reply: SUCCESS, shows } : { reply: UNSUPPORTED_COMMAND };
  }

  #obeyGroups({ command, fields: { group = 0 } }: Meaning): Reply | number {
    switch (command) {
      case "add":
        this.groups.add(group);
        return { isGlobal: false, command: 0, payload: Buffer.from([SUCCESS, group & 0xff, group >> 8]) };
      case "remove":
        this.groups.delete(group);
        return { isGlobal: false, command: 3, payload: Buffer.from([SUCCESS, group & 0xff, group >> 8]) };
      case "removeAll":
        this.groups.clear();
        return SUCCESS;
      default:
        return UNSUPPORTED_COMMAND;
    }
  }

  #obeyScenes({ command, fields }: Meaning): { readonly reply: Reply | number; readonly shows?: LightValues } {
    const { group = 0, scene = 0 } = fields;
    const key = `${group} ${scene}`;
    const place = [group & 0xff, group >> 8, scene];
    switch (command) {
      case "store":
        this.#scenes.set(key, this.shows);
        return { reply: { isGlobal: false, command: 4, payload: Buffer.from([SUCCESS, ...place]) } };
      case "remove":
        this.#scenes.delete(key);
        return { reply: { isGlobal: false, command: 2, payload: Buffer.from([SUCCESS, ...place]) } };
      case "recall": {
        const shows = this.#scenes.get(key);
        return shows ? { reply: SUCCESS, shows } : { reply: NOT_FOUND };
      }
      default:
        return { reply: UNSUPPORTED_COMMAND };
    }
  }
}
