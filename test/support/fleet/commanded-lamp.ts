import { setTimeout as pause } from "node:timers/promises";
import { type CommandOutcome, outcomeOf } from "./command-outcome.ts";

const BRIGHTNESSES = 100;
const PACE_MILLIS = 20;

/** A lamp with one client that commands it, and remembers what was acknowledged. */
export class CommandedLamp {
  readonly id: string;
  readonly #put: (path: string, body: object) => Promise<CommandOutcome>;
  #given = 0;
  #done = 0;
  #mayBe: readonly number[] = [];

  constructor(
    id: string,
    put: (path: string, body: object) => Promise<{ readonly code: number; readonly msg: string }>,
  ) {
    this.id = id;
    this.#put = async (path, body) => outcomeOf(await put(path, body));
  }

  /** How many commands were acknowledged. */
  get done(): number {
    return this.#done;
  }

  /** The brightness of the last command that was acknowledged, and of those after it that may be done. */
  get mayBe(): readonly number[] {
    return this.#mayBe;
  }

  /** One command after the other. */
  async commandUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#given += 1;
      const brightness = (this.#given % BRIGHTNESSES) + 1;
      const outcome = await this.#put(`light/${this.id}`, { on: 1, brightness });
      if (outcome === "done") this.#mayBe = [brightness];
      if (outcome === "uncertain") this.#mayBe = [...this.#mayBe, brightness];
      if (outcome === "done") this.#done += 1;
      await pause(PACE_MILLIS);
    }
  }
}
