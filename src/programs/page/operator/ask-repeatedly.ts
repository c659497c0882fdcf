import type { Clock } from "../../../shared/clock.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";

/** Where the answers are seen, if anybody looks. */
interface Tab {
  readonly visibilityState: string;
  addEventListener(type: "visibilitychange", listener: () => void): void;
  removeEventListener(type: "visibilitychange", listener: () => void): void;
}

/** The browser's own, unless a test has others. */
export interface Surroundings {
  readonly clock?: Clock;
  readonly tab?: Tab;
}

interface Question<Value> extends Surroundings {
  readonly ask: () => Promise<Value>;
  readonly onAnswer: (value: Value) => void;
  /** Whether there is a reason to ask again all the same. */
  readonly onFailure: (error: unknown) => "ask-again" | "enough";
  /** From an answer to the next question; undefined where only somebody who wants to know asks again. */
  readonly pauseMillis: number | undefined;
}

export interface RepeatedQuestion {
  /** Asks at once or, where a question is under way, once more behind it, as its answer may be of before. */
  again(): void;
  /** Nothing is asked any more, and what is still answered is dropped. */
  stop(): void;
}

/** Asks now, and again some time after each answer while somebody looks: never twice at once, however slow the link. */
export function askRepeatedly<Value>(question: Question<Value>): RepeatedQuestion {
  const { ask, onAnswer, onFailure, pauseMillis, clock = SYSTEM_CLOCK, tab = document } = question;
  let state: "resting" | "due" | "asking" | "wanted-again" | "over" = "resting";
  let cancelPause = () => {};
  const isOver = () => state === "over";
  const isWantedAgain = () => state === "wanted-again";

  const again = () => {
    if (isOver()) return;
    cancelPause();
    if (state === "resting" || state === "due") void exchange();
    else state = "wanted-again";
  };
  const exchange = async () => {
    state = "asking";
    const next = await ask().then(
      (value) => {
        if (!isOver()) onAnswer(value);
        return "ask-again" as const;
      },
      (error) => (isOver() ? "enough" : onFailure(error)),
    );
    if (isOver()) return;
    const isWanted = isWantedAgain();
    state = "resting";
    if (isWanted) again();
    else if (next === "ask-again" && pauseMillis !== undefined) cancelPause = clock.after(pauseMillis, whenDue);
  };
  const whenDue = () => {
    state = "due";
    askIfSeen();
  };
  const askIfSeen = () => {
    if (state === "due" && tab.visibilityState === "visible") again();
  };

  tab.addEventListener("visibilitychange", askIfSeen);
  again();
  return {
    again,
    stop: () => {
      state = "over";
      cancelPause();
      tab.removeEventListener("visibilitychange", askIfSeen);
    },
  };
}
