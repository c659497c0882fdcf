import type { Source } from "../../backends/condition.ts";
import type { Clock } from "../../home/clock.ts";
import { brokerTrouble, isAnswer } from "../../mqtt/broker-trouble.ts";
import { log } from "./log.ts";

/** A source describes itself in several messages: its devices, its groups, its version. */
const PIECES_MILLIS = 500;

/** Logs of each source of devices when it is reached, lost and reached again, once each. */
export function logBackend(clock: Clock): (source: Source) => void {
  const loggers = new Map<string, (source: Source) => void>();
  return (source) => {
    const logger = loggers.get(source.name) ?? loggerFor(clock);
    loggers.set(source.name, logger);
    logger(source);
  };
}

function loggerFor(clock: Clock): (source: Source) => void {
  let logged: "there" | "away" | undefined;
  let cancel: () => void = () => undefined;
  return ({ name, description, trouble }) => {
    cancel();
    if (trouble !== undefined && logged !== "away") {
      logged = "away";
      const what = isAnswer(trouble) ? "does not let us in" : "cannot be reached";
      log(`${name}: ${what}; its lamps are served as last known. Trying again. Why: ${brokerTrouble(trouble)}`);
    }
    if (trouble !== undefined || description === "" || logged === "there") return;
    cancel = clock.after(PIECES_MILLIS, () => {
      log(logged === "away" ? `${name} is back: ${description}.` : `${name}: ${description}.`);
      logged = "there";
    });
  };
}
