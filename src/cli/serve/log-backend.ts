import type { Source } from "../../backends/condition.ts";
import { brokerTrouble, isAnswer } from "../../mqtt/broker-trouble.ts";
import type { Clock } from "../../shared/clock.ts";
import { log } from "./log.ts";

/** What a source says of itself comes in pieces: its devices, its groups, its version. */
const PIECES_MILLIS = 500;

/** Tells of each source of devices when it is there, when it is not and when it is back, once each. */
export function logBackend(clock: Clock): (source: Source) => void {
  const tellers = new Map<string, (source: Source) => void>();
  return (source) => {
    const teller = tellers.get(source.name) ?? tellerOf(clock);
    tellers.set(source.name, teller);
    teller(source);
  };
}

function tellerOf(clock: Clock): (source: Source) => void {
  let told: "there" | "away" | undefined;
  let cancel: () => void = () => undefined;
  return ({ name, words, trouble }) => {
    cancel();
    if (trouble !== undefined && told !== "away") {
      told = "away";
      const what = isAnswer(trouble) ? "does not let us in" : "cannot be reached";
      log(`${name}: ${what}; its lamps are served as last known. Trying again. Why: ${brokerTrouble(trouble)}`);
    }
    if (trouble !== undefined || words === "" || told === "there") return;
    cancel = clock.after(PIECES_MILLIS, () => {
      log(told === "away" ? `${name} is back: ${words}.` : `${name}: ${words}.`);
      told = "there";
    });
  };
}
