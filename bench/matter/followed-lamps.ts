import type { MatterController } from "../../e2e/support/matter-controller-process.ts";
import { percentFromLevel } from "../../src/edges/matter/lamps/levels.ts";
import { SYSTEM_CLOCK } from "../../src/shared/system-clock.ts";
import { within } from "../../src/shared/within.ts";
import { LIGHTS_PATH } from "../support/homes.ts";

const [LEVEL, INFORMATION, CURRENT_LEVEL, LABEL] = [8, 57, 0, 5];
const AT_ONCE = { optionsMask: {}, optionsOverride: {}, transitionTime: null };
const PATIENCE_MILLIS = 10_000;

/** A lamp as clients know it, and as a controller does. */
export interface FollowedLamp {
  readonly lightId: string;
  readonly endpoint: number;
}

/** Lamps of a home that a controller follows. */
export class FollowedLamps {
  readonly #url: string;
  readonly #controller: MatterController;
  readonly all: readonly FollowedLamp[];

  private constructor(url: string, controller: MatterController, all: readonly FollowedLamp[]) {
    this.#url = url;
    this.#controller = controller;
    this.all = all;
  }

  static async of(url: string, controller: MatterController): Promise<FollowedLamps> {
    const labels = await controller.read({ cluster: INFORMATION, attribute: LABEL });
    const endpoints = new Map(labels.map(({ endpoint, value }) => [String(value), endpoint]));
    const all = (await lightsOf(url)).map(({ id, name }) => ({ lightId: id, endpoint: endpoints.get(name) ?? 0 }));
    await controller.subscribe();
    return new FollowedLamps(url, controller, all);
  }

  /** Resolves once the controller has a report of a lamp's brightness; undefined if there is none for long. */
  async reported({ endpoint }: FollowedLamp, percent: number): Promise<unknown> {
    const report = this.#controller.reported((value) => value.endpoint === endpoint && percentIn(value) === percent);
    return await within(SYSTEM_CLOCK, PATIENCE_MILLIS, report);
  }

  /** Reports until now count no more. */
  forget(): void {
    this.#controller.forget();
  }

  /** Commands a lamp as an ecosystem does. */
  async command({ endpoint }: FollowedLamp, level: number): Promise<void> {
    await this.#controller.invoke(endpoint, LEVEL, "moveToLevelWithOnOff", { level, ...AT_ONCE });
  }

  /** How many lamps do not have the brightness that they should, at the home, in reports and where they are read. */
  async wrong(desired: ReadonlyMap<string, number>): Promise<Readonly<Record<"atHome" | "reported" | "read", number>>> {
    const lights = new Map((await lightsOf(this.#url)).map(({ id, brightness }) => [id, brightness]));
    const read = await this.#controller.read({ cluster: LEVEL, attribute: CURRENT_LEVEL });
    const last = (values: typeof read) => new Map(values.map((value) => [value.endpoint, percentIn(value)]));
    const [reportedLast, readLast] = [last(this.#controller.reports.filter(isLevel)), last(read)];
    const count = (shown: (lamp: FollowedLamp) => number | undefined) =>
      this.all.filter((lamp) => shown(lamp) !== desired.get(lamp.lightId)).length;
    return {
      atHome: count(({ lightId }) => lights.get(lightId)),
      reported: count(({ endpoint }) => reportedLast.get(endpoint)),
      read: count(({ endpoint }) => readLast.get(endpoint)),
    };
  }
}

type Value = Awaited<ReturnType<MatterController["read"]>>[number];

const isLevel = ({ cluster, attribute }: Value): boolean => cluster === LEVEL && attribute === CURRENT_LEVEL;

const percentIn = (value: Value): number | undefined =>
  isLevel(value) ? percentFromLevel(Number(value.value)) : undefined;

async function lightsOf(url: string) {
  const answer = await fetch(`${url}${LIGHTS_PATH}`);
  const { data } = (await answer.json()) as {
    readonly data: {
      readonly arr: readonly { readonly id: string; readonly name: string; readonly brightness: number }[];
    };
  };
  return data.arr;
}
