import type { Clock } from "../../../shared/clock.ts";
import { duration } from "../../../shared/duration.ts";

const LOOK_MILLIS = 500;

interface RefusingOptions {
  /** For how long commands have been refused because the fleet does not answer; 0 while they are not. */
  readonly refusingMillis: () => number;
  readonly clock: Clock;
  readonly onBegin: (text: string) => void;
  readonly onEnd: (text: string) => void;
}

/** Tells when a front begins to refuse commands, and when it carries them out again. Returns what ends that. */
export function tellOfRefusing({ refusingMillis, clock, onBegin, onEnd }: RefusingOptions): () => void {
  let sinceMillis: number | undefined;
  let cancel = (): void => undefined;
  const look = () => {
    const millis = refusingMillis();
    const nowMillis = clock.now();
    if (millis > 0 && sinceMillis === undefined) {
      sinceMillis = nowMillis - millis;
      onBegin("The fleet does not answer. Commands are refused until it does.");
    } else if (millis === 0 && sinceMillis !== undefined) {
      onEnd(`The fleet answers again, after ${duration(nowMillis - sinceMillis)}. Commands are carried out.`);
      sinceMillis = undefined;
    }
    cancel = clock.after(LOOK_MILLIS, look);
  };
  look();
  return () => cancel();
}
