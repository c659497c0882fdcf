import type { MonotonicClock } from "../../shared/clock.ts";
import { Shares } from "../../shared/shares.ts";
import { type QueuedSteps, StepQueue } from "../../shared/step-queue.ts";
import type { Answer } from "./protocol.ts";

/** Commands that have come and have no answer yet: of one client, and of all. */
export const MOST_COMMANDS = { ofOwner: 64, inAll: 256 };

const SLICE_MILLIS = 1;

/** Behind a command others have this time, if they need it. */
const REST_MILLIS = 25;

/** And so many turns of the event loop, however slow the machine is: Node accepts one connection in each. */
const REST_TURNS = 16;

/** A command that cannot begin in this time is refused. */
const WAIT_MILLIS = 10_000;

type Refused = Extract<Answer, { readonly refused: unknown }>;

const BUSY: Refused = { refused: ["The gateway is busy with other commands: try again in a moment."] };
const NO_ROOM: Refused = { refused: ["Too many answers wait for their clients to read them: try again in a moment."] };
const LEFT: Refused = { refused: ["The client has left."] };

/** Who waits for a command. */
export interface Waiting {
  /** On whose behalf, such as an address: clients have equal shares, however many commands each gives. */
  readonly owner: string;
  /** Whether nobody waits for an answer any more. */
  readonly isOver: () => boolean;
  /** Whether clients have taken enough of what they were answered: a large answer has room. */
  readonly hasRoom: () => boolean;
}

/** What is done in a turn, and what comes of it. */
interface Turn<Result> {
  readonly owner: string;
  readonly work: () => Promise<Result> | Refused;
  /** Whether no other turn begins before the work is done. */
  readonly isAlone: boolean;
}

/**
 * Where operators' commands wait until they begin, however they come: clients take turns, and the event loop turns between
 * two commands. A command whose client has left by then is not begun.
 */
export class CommandTurns {
  readonly #now: MonotonicClock;
  readonly #beginning: StepQueue;
  readonly #largeAnswers: StepQueue;
  readonly #shares = new Shares(() => MOST_COMMANDS.ofOwner);
  #inAll = 0;
  /** The large answer that is being made. */
  #madeAlone: Promise<unknown> | undefined;

  constructor(now: MonotonicClock) {
    const limits = { sliceMillis: SLICE_MILLIS, restMillis: REST_MILLIS, waitMillis: WAIT_MILLIS };
    this.#now = now;
    this.#beginning = new StepQueue(now, limits);
    this.#largeAnswers = new StepQueue(now, limits);
  }

  /** Begins the work of a command once it is its client's turn, and gives its answer. */
  async begin({ owner, isOver }: Waiting, work: () => Promise<Answer>): Promise<Answer> {
    if (this.#inAll >= MOST_COMMANDS.inAll || !this.#shares.enter(owner)) return BUSY;
    this.#inAll += 1;
    try {
      return await this.#run(this.#beginning, { owner, isAlone: false, work: () => (isOver() ? LEFT : work()) });
    } finally {
      this.#shares.leave(owner);
      this.#inAll -= 1;
    }
  }

  /**
   * Makes an answer that grows with the home, if clients have taken enough of the answers before. No other one is made
   * meanwhile, so that at most one is in memory beyond those that wait to be taken.
   */
  makeLarge<Result>({ owner, isOver, hasRoom }: Waiting, work: () => Promise<Result>): Promise<Result | Refused> {
    const workIfRoom = () => (hasRoom() ? work() : NO_ROOM);
    return this.#run(this.#largeAnswers, { owner, isAlone: true, work: () => (isOver() ? LEFT : workIfRoom()) });
  }

  #run<Result>(queue: StepQueue, turn: Turn<Result>): Promise<Result | Refused> {
    return new Promise((resolve, reject) => {
      const outcome = queue.run({ owner: turn.owner, isUrgent: false, steps: this.#steps(turn, resolve) });
      if (outcome instanceof Promise) outcome.then((is) => is === "busy" && resolve(BUSY), reject);
    });
  }

  *#steps<Result>(
    { work, isAlone }: Turn<Result>,
    answer: (made: Promise<Result> | Refused) => void,
  ): QueuedSteps<void> {
    while (isAlone && this.#madeAlone !== undefined) yield this.#madeAlone;
    const beginMillis = this.#now();
    const made = work();
    answer(made);
    if (isAlone && made instanceof Promise) yield this.#alone(made);
    if (this.#now() - beginMillis > SLICE_MILLIS) yield someTurns();
  }

  #alone(made: Promise<unknown>): Promise<unknown> {
    const end = () => {
      this.#madeAlone = undefined;
    };
    this.#madeAlone = made.then(end, end);
    return made;
  }
}

async function someTurns(): Promise<void> {
  for (let left = REST_TURNS; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}
