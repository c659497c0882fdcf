import type { PlayOptions } from "./play.ts";
import { HOUR_IN_A_SECOND, playScript, type Stage } from "./play.ts";
import type { Script } from "./script.ts";

/** A script that is being played. */
export interface PlayingScript {
  readonly id: number;
  readonly steps: number;
  readonly played: number;
  readonly speed: number;
  /** Ends it before its last step, which whoever plays it learns as its end. */
  stop(): void;
}

/** The scripts that are being played, whoever plays them. */
export class PlayingScripts {
  readonly #stage: Stage;
  readonly #playing = new Map<number, PlayingScript>();
  #lastId = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** In the order in which they began. */
  list(): readonly PlayingScript[] {
    return [...this.#playing.values()];
  }

  /** Returns what stops the script without a word. */
  play(script: Script, options: PlayOptions): () => void {
    this.#lastId += 1;
    const id = this.#lastId;
    const { speed = HOUR_IN_A_SECOND } = options;
    let played = 0;
    const end = () => {
      if (this.#playing.delete(id)) options.onEnd?.();
    };
    const cancel = playScript(script, this.#stage, {
      speed,
      onStep: (step, outcome) => {
        played += 1;
        options.onStep?.(step, outcome);
      },
      onEnd: end,
    });
    const stop = () => {
      cancel();
      end();
    };
    this.#playing.set(id, {
      id,
      steps: script.length,
      get played() {
        return played;
      },
      speed,
      stop,
    });
    return () => {
      cancel();
      this.#playing.delete(id);
    };
  }
}
