import type { NatsConnection } from "@nats-io/transport-node";
import { FleetFault } from "../../../edges/fleet/connect-once.ts";
import type { Clock } from "../../../shared/clock.ts";
import { pause } from "../../../shared/pause.ts";
import {
  askedAll,
  type FleetHistory,
  type FleetHistoryEntry,
  type HistoryQuestion,
  questionsOf,
  type WantedHistory,
} from "./fleet-history.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

interface Following {
  readonly clock: Clock;
  /** The wall clock. */
  readonly today: () => Date;
  readonly ended: AbortSignal;
  /** The oldest first. */
  readonly onEntries: (entries: readonly FleetHistoryEntry[]) => void;
  /** What a person should know: gateways that give no history, and that give it again. */
  readonly onNotice: (words: string) => void;
}

const ROUND_MILLIS = 1_000;
/** A gateway that did not answer is asked less often: waiting for it must not keep others waiting. */
const AWAY_ROUNDS = 5;
/** How often gateways are looked for that were added. */
const LOOK_ROUNDS = 10;
/** In one round. */
const MOST_NEWS = 10_000;

/** A trail that is followed. */
interface Trail {
  readonly question: HistoryQuestion;
  /** The number of its last entry that is known; undefined until the gateway has answered. */
  after: number | undefined;
  /** Rounds until it is asked again. */
  rest: number;
}

/** The last entries of all gateways or of one, then new ones, until it is ended. */
export const followHistory = (
  fleet: Pick<OperatedFleet, "connect">,
  wanted: WantedHistory,
  following: Following,
): Promise<void> => new HistoryFollower(fleet, wanted, following).run();

class HistoryFollower {
  readonly #fleet: Pick<OperatedFleet, "connect">;
  readonly #wanted: WantedHistory;
  readonly #following: Following;
  /** Trails that answer only later begin here. */
  readonly #since: string;
  #trails: readonly Trail[] = [];
  readonly #missing = new Map<string, string>();

  constructor(fleet: Pick<OperatedFleet, "connect">, wanted: WantedHistory, following: Following) {
    this.#fleet = fleet;
    this.#wanted = wanted;
    this.#following = following;
    this.#since = following.today().toISOString();
  }

  async run(): Promise<void> {
    const { clock, ended } = this.#following;
    let connection = await this.#fleet.connect("command");
    this.#trails = trailsOf(await questionsOf(connection, this.#wanted));
    await this.#ask(connection, this.#wanted.last, (question) => question.query);
    for (let round = 1; ; round += 1) {
      await pause(clock, ROUND_MILLIS, ended);
      if (ended.aborted) return;
      if (connection.isClosed()) {
        const again = await this.#connectAgain();
        if (!again) return;
        connection = again;
      }
      // A device is where it was; to look for it takes a read of the whole fleet.
      if (round % LOOK_ROUNDS === 0 && this.#wanted.device === undefined) await this.#look(connection);
      await this.#ask(connection, MOST_NEWS, ({ query }, { after }) =>
        after === undefined ? { ...query, since: later(query.since, this.#since) } : { ...query, after },
      );
    }
  }

  async #ask(
    connection: NatsConnection,
    most: number,
    queryOf: (question: HistoryQuestion, trail: Trail) => HistoryQuestion["query"],
  ): Promise<void> {
    const due = this.#trails.filter((trail) => {
      trail.rest -= 1;
      return trail.rest < 0;
    });
    const asked = new Map(due.map((trail) => [{ ...trail.question, query: queryOf(trail.question, trail) }, trail]));
    for (const trail of due) trail.rest = AWAY_ROUNDS;
    const history = await askedAll(connection, [...asked.keys()], most, (question, last) => {
      const trail = asked.get(question);
      if (!trail) return;
      // A gateway whose data folder was replaced counts anew.
      trail.after = trail.after !== undefined && last < trail.after ? 0 : last;
      trail.rest = 0;
    });
    if (history.entries.length > 0) this.#following.onEntries(history.entries);
    if (!connection.isClosed()) this.#notice(history, [...asked.keys()]);
  }

  #notice({ missing }: FleetHistory, asked: readonly HistoryQuestion[]): void {
    const whys = new Map(missing.map(({ gateway, why }) => [gateway, why]));
    for (const { name } of asked.map(({ member }) => member)) {
      const [why, known] = [whys.get(name), this.#missing.get(name)];
      if (why === known) continue;
      if (why === undefined) this.#missing.delete(name);
      else this.#missing.set(name, why);
      this.#following.onNotice(
        why === undefined ? `History from "${name}" again.` : `No history from "${name}": ${why}.`,
      );
    }
  }

  /** Gateways may have been added and removed. */
  async #look(connection: NatsConnection): Promise<void> {
    const found = await questionsOf(connection, this.#wanted).catch(() => undefined);
    if (!found) return;
    const known = new Map(this.#trails.map((trail) => [trail.question.member.id, trail]));
    this.#trails = trailsOf(found).map((trail) => known.get(trail.question.member.id) ?? trail);
  }

  /** Undefined when it is ended meanwhile. */
  async #connectAgain(): Promise<NatsConnection | undefined> {
    const { clock, ended, onNotice } = this.#following;
    onNotice("The connection to the servers was lost. Retrying.");
    while (!ended.aborted) {
      try {
        const connection = await this.#fleet.connect("command");
        onNotice("Connected again.");
        return connection;
      } catch (fault) {
        if (!(fault instanceof FleetFault) || fault.isRefusal) throw fault;
        await pause(clock, ROUND_MILLIS, ended);
      }
    }
    return undefined;
  }
}

const trailsOf = (questions: readonly HistoryQuestion[]): readonly Trail[] =>
  questions.map((question) => ({ question, after: undefined, rest: 0 }));

const later = (one: string | undefined, other: string): string => (one !== undefined && one > other ? one : other);
