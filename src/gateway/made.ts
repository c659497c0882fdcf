import type { Change } from "../home/change.ts";
import type { Replacement } from "../home/replacement.ts";

/** A change that was made and is not stored yet. */
export interface Made {
  readonly change: Change;
  readonly words: string;
  readonly replacements: readonly Replacement[];
  readonly takeBack: () => void;
  /** Told whether it is stored; only what somebody asked for has one. */
  readonly settle: ((stored: boolean) => void) | undefined;
}

export const isAsked = ({ settle }: Made): boolean => settle !== undefined;

/** How well devices are received changes with all that they say: it is no reason to write to a disk. */
export const canWait = (made: Made): boolean => made.change.kind === "deviceHeard" && !isAsked(made);

/** What was asked is told one by one, what devices reported in one sentence. */
export function wordsFor(made: readonly Made[], fates: number): readonly string[] {
  const asked = made.filter(isAsked).map(({ words }) => words);
  const isReported = made.some((each) => !isAsked(each) && !canWait(each) && each.replacements.length > 0);
  return isReported || asked.length === 0 ? [...asked, `reports of devices (${fates})`] : asked;
}
