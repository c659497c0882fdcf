import type { WireLight } from "../../../libraries/client/types.ts";
import type { Clock } from "../../../shared/clock.ts";
import { counted } from "../../../shared/counted.ts";
import type { HomeModel } from "./home-model.ts";
import { isAbleTo, stateWords } from "./lamp-look.ts";
import { PutBackWatch } from "./put-back-watch.ts";

/** Lamps that did not confirm one command share a message: their events come one after the other. */
const TOGETHER_MILLIS = 300;

/** Reports which lamps did not confirm a command of this page. */
export class Obedience {
  readonly #model: HomeModel;
  readonly #clock: Clock;
  readonly #say: (sentence: string, lines: readonly string[]) => void;
  readonly #watch: PutBackWatch<WireLight>;
  #disobeyed: string[] = [];

  constructor(model: HomeModel, clock: Clock, say: (sentence: string, lines: readonly string[]) => void) {
    this.#model = model;
    this.#clock = clock;
    this.#say = say;
    this.#watch = new PutBackWatch(clock, (id) => this.#collect(id));
  }

  /** A command for these fields is sent to the lamps now. */
  expect(lightIds: readonly string[], desired: Partial<WireLight>): void {
    const fields = Object.keys(desired) as (keyof WireLight)[];
    for (const id of lightIds) {
      const cell = this.#model.lights.get(id);
      if (cell) this.#watch.sent(id, cell.reported, fields);
    }
  }

  /** The gateway refused the command, or the lamps are to do something else by now. */
  forget(lightIds: readonly string[]): void {
    for (const id of lightIds) this.#watch.forget(id);
  }

  #collect(id: string): void {
    this.#disobeyed.push(id);
    if (this.#disobeyed.length === 1) this.#clock.after(TOGETHER_MILLIS, () => this.#tell());
  }

  #tell(): void {
    const lamps = this.#disobeyed.flatMap((id) => this.#model.lights.get(id)?.reported.peek() ?? []);
    this.#disobeyed = [];
    const named = lamps.map((light) => ({ ...light, name: light.name || this.#model.deviceNameOf(light.id) }));
    if (named.length === 0) return;
    this.#say(disobedienceWords(named), named.length > 1 ? named.map((light) => disobedienceWords([light])) : []);
  }
}

/** "Reading lamp did not confirm the command. It is back at 80% · 2700 K." */
export function disobedienceWords([first, ...others]: readonly WireLight[]): string {
  if (!first) return "";
  if (others.length > 0)
    return `${first.name} and ${counted(others.length, "other lamp")} did not confirm the command. They show their previous state again.`;
  const isDimmed = first.on === 1 && isAbleTo(first, "brightness");
  return `${first.name} did not confirm the command. It is ${isDimmed ? `back at ${stateWords(first)}` : `${stateWords(first)} again`}.`;
}
