import type { Home } from "../../core/home/home.ts";
import type { Clock } from "../../shared/clock.ts";
import { type ChoiceRemark, remarksOnChoice } from "./lamps/choice-remarks.ts";
import type { Chosen } from "./lamps/chosen.ts";

export interface ChoiceReportOptions {
  readonly home: () => Home;
  readonly clock: Clock;
  /** The names that choose lamps. */
  readonly only: readonly string[];
  /** Whether all that devices are reached through has answered. */
  readonly areDevicesKnown: () => boolean;
  readonly onRemark: (remark: ChoiceRemark) => void;
}

/** Devices of a home may arrive some seconds after the gateway has started. */
const PATIENCE_MILLIS = 10_000;

/** Tells what is odd about the names that choose lamps, each time once, if it lasts. */
export class ChoiceReport {
  readonly #options: ChoiceReportOptions;
  #told = new Set<string>();
  #cancel: (() => void) | undefined;

  constructor(options: ChoiceReportOptions) {
    this.#options = options;
  }

  /** The home may have changed. */
  lookSoon(chosen: Chosen): void {
    if (this.#options.only.length === 0) return;
    this.#cancel ??= this.#options.clock.after(PATIENCE_MILLIS, () => {
      this.#cancel = undefined;
      this.#look(chosen);
    });
  }

  end(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #look(chosen: Chosen): void {
    const { home, only, areDevicesKnown, onRemark } = this.#options;
    if (!areDevicesKnown()) {
      this.lookSoon(chosen);
      return;
    }
    const remarks = remarksOnChoice(only, chosen, home());
    for (const remark of remarks) if (!this.#told.has(remark.line)) onRemark(remark);
    this.#told = new Set(remarks.map(({ line }) => line));
  }
}
