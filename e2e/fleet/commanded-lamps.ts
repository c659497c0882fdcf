import { setTimeout as pause } from "node:timers/promises";
import type { FleetLab, LabGateway } from "./fleet-lab.ts";
import type { Served } from "./served.ts";

/** Each lamp is commanded that often, unless an answer takes longer. */
const PACE_MILLIS = 100;

/** A state that the next few thousand commands do not repeat. */
export const stateNumber = (count: number) => ({
  on: 1,
  brightness: (count % 100) + 1,
  color_cw: 2_500 + (Math.floor(count / 100) % 30) * 100,
});

/** A lamp with one client that commands it through a front, and remembers what was answered. */
class CommandedLamp {
  readonly id: string;
  readonly #gateway: LabGateway;
  readonly #front: Served;
  readonly #key: string;
  #count = 0;
  /** The last one that was done, and those after it of which nobody knows. */
  #acknowledged = 0;
  #uncertain: readonly number[] = [];
  #done = 0;
  #refused = 0;

  constructor(id: string, gateway: LabGateway, { front, key }: { readonly front: Served; readonly key: string }) {
    this.id = id;
    this.#gateway = gateway;
    this.#front = front;
    this.#key = key;
  }

  get done(): number {
    return this.#done;
  }

  get refused(): number {
    return this.#refused;
  }

  async command(): Promise<void> {
    this.#count += 1;
    const outcome = await this.#front.put(`light/${this.id}`, this.#key, stateNumber(this.#count));
    if (outcome === "done") {
      [this.#acknowledged, this.#uncertain] = [this.#count, []];
      this.#done += 1;
    } else this.#refused += 1;
    if (outcome === "uncertain") this.#uncertain = [...this.#uncertain, this.#count];
  }

  /** What the gateway has: the last command that was done, one after it that may be, or something else. */
  async verdict(): Promise<"last" | "uncertain" | "lost"> {
    const { data } = JSON.parse(await this.#gateway.text(`light/${this.id}`));
    const isAt = (count: number): boolean =>
      Object.entries(stateNumber(count)).every(([field, value]) => data.obj[field] === value);
    if (this.#acknowledged === 0 || isAt(this.#acknowledged)) return "last";
    return this.#uncertain.some(isAt) ? "uncertain" : "lost";
  }
}

/** All lamps that clients of the fleet command, each by one of them, half through one front and half through the other. */
export class CommandedLamps {
  readonly #lamps: readonly CommandedLamp[];
  #isOver = false;
  #rounds: Promise<unknown> = Promise.resolve();
  #startedAt = 0;
  #seconds = 0;

  private constructor(lamps: readonly CommandedLamp[]) {
    this.#lamps = lamps;
  }

  static async of({ gateways, fronts, key }: FleetLab): Promise<CommandedLamps> {
    const lamps = await Promise.all(
      gateways.map(async (gateway) => {
        const lights = (await gateway.list("light")).filter(({ name }) => name.startsWith("Lamp"));
        return lights.map(({ id }, index) => {
          const front = fronts[index % fronts.length] as Served;
          return new CommandedLamp(id, gateway, { front, key });
        });
      }),
    );
    return new CommandedLamps(lamps.flat());
  }

  start(): void {
    this.#startedAt = performance.now();
    this.#rounds = Promise.all(
      this.#lamps.map(async (lamp, index) => {
        await pause((PACE_MILLIS * index) / this.#lamps.length);
        while (!this.#isOver) await Promise.all([lamp.command(), pause(PACE_MILLIS)]);
      }),
    );
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#rounds;
    this.#seconds = (performance.now() - this.#startedAt) / 1_000;
  }

  async figures() {
    const verdicts = await Promise.all(this.#lamps.map((lamp) => lamp.verdict()));
    const sum = (of: (lamp: CommandedLamp) => number) => this.#lamps.reduce((total, lamp) => total + of(lamp), 0);
    const done = sum((lamp) => lamp.done);
    return {
      done,
      refused: sum((lamp) => lamp.refused),
      perSecond: Math.round(done / this.#seconds),
      lost: verdicts.filter((verdict) => verdict === "lost").length,
      uncertain: verdicts.filter((verdict) => verdict === "uncertain").length,
    };
  }
}
