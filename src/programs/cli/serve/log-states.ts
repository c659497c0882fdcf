import type { Source } from "../../../edges/backends/condition.ts";
import type { OperatorState } from "../../../edges/control/listen.ts";
import type { MdnsState } from "../../../edges/mdns/state.ts";
import { type BrokerAddress, nameOfBroker } from "../../../edges/mqtt/connection/broker-address.ts";
import { brokerProblem, isAnswer } from "../../../edges/mqtt/connection/broker-problem.ts";
import type { PublisherState } from "../../../edges/mqtt/publisher/publisher.ts";
import type { Clock } from "../../../shared/clock.ts";
import { log, logError, logWarning } from "./log.ts";

type ListeningState =
  | { readonly listening: true; readonly port: number }
  | { readonly listening: false; readonly port: number; readonly reason: string };

/** Logs when a port is lost and when it is back, once each, not at every try. */
export function logListening(
  what: string,
  portName: string,
  advice = "HTTP keeps running; retrying.",
): (state: ListeningState) => void {
  let lost = false;
  return (state) => {
    if (state.listening && lost) log(`${what} is available again on ${portName} ${state.port}.`);
    if (!state.listening && !lost) {
      logWarning(`${what} is unavailable: ${portName} ${state.port} cannot be opened (${state.reason}). ${advice}`);
    }
    lost = !state.listening;
  };
}

/** Logs when the operator's socket is lost and when it is back, once each. */
export function logOperator(): (state: OperatorState) => void {
  let lost = false;
  return (state) => {
    if (state.listening && lost) log("Commands are accepted again.");
    if (!state.listening && !lost) {
      logWarning(
        `Commands cannot be accepted at ${state.path} (${state.reason}). The gateway keeps running; retrying.`,
      );
    }
    lost = !state.listening;
  };
}

/** Logs when nothing can be stored and when that is over, once each. */
export function logStore(): (problem: string | undefined) => void {
  let known: string | undefined;
  return (problem) => {
    if (problem !== undefined && problem !== known) {
      logError(
        `Changes cannot be stored (${problem}). The gateway keeps serving reads and refuses changes until storage works again.`,
      );
    }
    if (problem === undefined && known !== undefined) log("Changes can be stored again.");
    known = problem;
  };
}

/** Logs when the gateway is not announced by mDNS, when it is again, and when another gateway has its name. */
export function logMdns(): (state: MdnsState, givenName: string) => void {
  let lost = false;
  return (state, givenName) => {
    if (state.announced && lost) log(`Announced by mDNS again as ${JSON.stringify(state.name)}.`);
    else if (state.announced && /\(\d+\)$/.test(state.name) && !givenName.endsWith(")")) {
      log(
        `Announced by mDNS as ${JSON.stringify(state.name)}: another gateway is called ${JSON.stringify(givenName)}.`,
      );
    }
    if (!state.announced && !lost)
      logWarning(`Not announced by mDNS: ${state.reason}. Everything else keeps running; retrying.`);
    lost = !state.announced;
  };
}

/** Logs when the broker that events go to is reached, and when it is lost. */
export const logPublisher =
  (broker: BrokerAddress | undefined) =>
  (state: PublisherState): void => {
    const name = broker ? nameOfBroker(broker) : "the broker";
    if (state.connected) log(`Connected to ${name}; events are published there.`);
    else if (isAnswer(state.reason)) logWarning(`Events wait for ${name}: ${brokerProblem(state.reason)}. Retrying.`);
    else logWarning(`Events wait for ${name}: unreachable (${state.reason}). Retrying.`);
  };

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
  return ({ name, description, problem }) => {
    cancel();
    if (problem !== undefined && logged !== "away") {
      logged = "away";
      const what = isAnswer(problem) ? "access denied" : "unreachable";
      logWarning(`${name}: ${what}: ${brokerProblem(problem)}. Its lamps keep their last known state. Retrying.`);
    }
    if (problem !== undefined || description === "" || logged === "there") return;
    cancel = clock.after(PIECES_MILLIS, () => {
      log(logged === "away" ? `${name} is back: ${description}.` : `${name}: ${description}.`);
      logged = "there";
    });
  };
}
