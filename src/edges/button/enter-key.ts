import type { Clock } from "../../shared/clock.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Input within this time belongs together: no hand types so fast, a paste always does. */
const QUIET_MILLIS = 200;

export interface EnterKeyOptions {
  readonly clock: Clock;
  readonly onPress: () => void;
  /** Called once for each burst of other input. */
  readonly onOther: () => void;
}

/**
 * Tells Enter alone from all other input of a terminal: lines with text, several lines that were pasted, the rest of a
 * line whose beginning was sent with Ctrl-D. No input is stored.
 */
export class EnterKey {
  readonly #options: EnterKeyOptions;
  #cancelQuiet: () => void = () => undefined;
  /** The line that has not ended yet has text. */
  #hasBegun = false;
  #emptyLines = 0;
  #otherLines = 0;

  constructor(options: EnterKeyOptions) {
    this.#options = options;
  }

  take(input: Uint8Array): void {
    for (const byte of input) {
      if (byte === LINE_FEED) this.#endLine();
      else if (byte !== CARRIAGE_RETURN) this.#hasBegun = true;
    }
    this.#cancelQuiet();
    this.#cancelQuiet = this.#options.clock.after(QUIET_MILLIS, () => this.#decide());
  }

  stop(): void {
    this.#cancelQuiet();
  }

  #endLine(): void {
    if (this.#hasBegun) this.#otherLines += 1;
    else this.#emptyLines += 1;
    this.#hasBegun = false;
  }

  #decide(): void {
    const [empty, other] = [this.#emptyLines, this.#otherLines];
    this.#emptyLines = 0;
    this.#otherLines = 0;
    if (empty === 1 && other === 0 && !this.#hasBegun) this.#options.onPress();
    else if (empty + other > 0) this.#options.onOther();
  }
}
