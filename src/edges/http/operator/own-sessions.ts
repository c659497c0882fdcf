import { StoreFault } from "../../../core/gateway/store.ts";
import type { Author } from "../../../core/home/trail-entry.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";
import { keptIn, keptText } from "./kept-sessions.ts";
import { OneTimeLinks } from "./one-time-links.ts";
import type { OnSessionEnded, OpenedSession, SessionKeeper, SessionOwner } from "./session-keeper.ts";
import { OperatorSessions, type SessionsOptions } from "./sessions.ts";

/** How old the time of the last use may get on the disk; a write that failed is tried again sooner. */
const USE_MILLIS = 60 * 60_000;
const RETRY_MILLIS = 60_000;

/** Where sessions outlive the process: one text, which is replaced as a whole. */
export interface SessionFile {
  /** Undefined where there is none. */
  read(): Promise<string | undefined>;
  /** Resolves once the text would survive a loss of power; rejects with a StoreFault. */
  replace(text: string): Promise<void>;
}

export interface OwnSessionsOptions extends Omit<SessionsOptions, "onEnded"> {
  /** Undefined where sessions end with the process. */
  readonly file?: SessionFile | undefined;
  /** The gateway that the sessions are of: not the one that it was before a factory reset. */
  readonly gatewayId: () => string;
  /** Called when a file is there and cannot be read. */
  readonly onUnreadable: (reason: string) => void;
}

/** Sessions and links of a gateway on its own. Links are in memory alone, and so is everything without a file. */
export class OwnSessions implements SessionKeeper {
  readonly #options: OwnSessionsOptions;
  readonly #sessions: OperatorSessions;
  readonly #links = new OneTimeLinks();
  #listener: OnSessionEnded = () => undefined;
  #queued: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  #savedAtMillis: number;
  #isStale = false;
  #isStopped = false;

  constructor(options: OwnSessionsOptions) {
    const { clock, today } = options;
    this.#options = options;
    this.#savedAtMillis = clock.now();
    this.#sessions = new OperatorSessions({
      clock,
      today,
      onEnded: (session, why, by) => {
        this.#listener(session, why, by);
        this.#saveSometime();
      },
    });
  }

  readonly begin = async (): Promise<void> => {
    const { file, gatewayId, onUnreadable } = this.#options;
    try {
      const text = await file?.read();
      if (text === undefined) return;
      const kept = keptIn(text);
      if (!kept) onUnreadable("its contents are damaged");
      else if (kept.gatewayId === gatewayId()) this.#sessions.restore(kept);
    } catch (fault) {
      onUnreadable(fault instanceof Error ? fault.message : String(fault));
    }
  };

  get all(): readonly OperatorSession[] {
    return this.#sessions.all;
  }

  find(secrets: readonly string[]): OperatorSession | undefined {
    const found = this.#sessions.find(secrets);
    const sinceMillis = this.#options.clock.now() - this.#savedAtMillis;
    if (found && sinceMillis >= (this.#isStale ? RETRY_MILLIS : USE_MILLIS)) this.#saveSometime();
    return found;
  }

  has(secrets: readonly string[]): boolean {
    return this.#sessions.has(secrets);
  }

  readonly makeLink = (): string => this.#links.make(this.#options.clock.now());

  async open(link: string, owner: SessionOwner): Promise<OpenedSession | undefined> {
    return this.#links.use(link, this.#options.clock.now()) ? this.openAllowed(owner) : undefined;
  }

  /** Where the disk refuses it, the session ends with the process: an operator is needed most when something is wrong. */
  async openAllowed(owner: SessionOwner): Promise<OpenedSession> {
    const opened = this.#sessions.open(owner);
    await this.#save().catch(() => undefined);
    return opened;
  }

  /** It counts no more from now on, and is told of once the disk has forgotten it too. */
  async end(id: string, by?: Author): Promise<boolean> {
    const session = this.#sessions.takeOut(id);
    if (!session) return false;
    try {
      await this.#save();
    } catch (fault) {
      throw new StoreFault(`the session has ended, but it may be valid again after a restart (${reasonOf(fault)})`);
    } finally {
      this.#listener(session, "wanted", by);
    }
    return true;
  }

  /** A file that cannot be replaced is that of another gateway from now on, and is not read. */
  readonly endForReset = async (ownId: string | undefined, by?: Author): Promise<void> => {
    for (const { id } of this.all) {
      if (id === ownId) this.#sessions.keepNoLonger(id);
      else this.#sessions.end(id, by);
    }
    await this.#save().catch(() => undefined);
  };

  onEnded(listener: OnSessionEnded): void {
    this.#listener = listener;
  }

  /** The times of the last use are kept. Requests may still be under way: what they open or end is not kept. */
  async stop(): Promise<void> {
    if (this.#isStale || this.#sessions.kept.length > 0) await this.#save().catch(() => undefined);
    else await this.#last;
    this.#isStopped = true;
    this.#sessions.stop();
  }

  #saveSometime(): void {
    this.#save().catch(() => undefined);
  }

  /** One after the other; what is under way when the next is wanted is not waited for by more than one. */
  #save(): Promise<void> {
    this.#queued ??= this.#last.then(() => {
      this.#queued = undefined;
      return this.#write();
    });
    this.#last = this.#queued.catch(() => undefined);
    return this.#queued;
  }

  async #write(): Promise<void> {
    if (this.#isStopped) return;
    const { file, clock, today, gatewayId } = this.#options;
    this.#savedAtMillis = clock.now();
    this.#isStale = true;
    await file?.replace(keptText({ gatewayId: gatewayId(), at: today(), sessions: this.#sessions.kept }));
    this.#isStale = false;
  }
}

const reasonOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
