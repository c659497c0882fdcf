import type { Aim } from "./measurement.ts";

interface Asked {
  readonly what: string;
  readonly figure: number;
  readonly aim: number;
  readonly unit?: string;
  readonly digits?: number;
}

/** No figure never reaches an aim. */
export const atLeast = (asked: Asked): Aim => judged(asked, "at least", asked.figure >= asked.aim);

export const atMost = (asked: Asked): Aim => judged(asked, "at most", asked.figure <= asked.aim);

function judged({ what, figure, aim, unit = "", digits = 2 }: Asked, words: string, isReached: boolean): Aim {
  const shown = Number.isNaN(figure) ? "none" : `${figure.toFixed(digits)}${unit}`;
  return { what, aim: `${words} ${aim}${unit}`, figure: shown, isReached };
}
