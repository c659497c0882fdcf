import { randomUUID } from "node:crypto";
import type { Author } from "../../../core/home/trail-entry.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";
import { hashOfSecret, newSecret, ownerOf } from "../secrets.ts";
import type { KeptSession, KeptSessions } from "./kept-sessions.ts";
import type { OnSessionEnded, OpenedSession, SessionEnd, SessionOwner } from "./session-keeper.ts";
import { SESSION_MILLIS } from "./session-lifetime.ts";

/** Of more, the one that was used least recently ends. */
export const MOST_SESSIONS = 64;

/** System timers of more than 24 days fire at once. */
const LONGEST_TIMER_MILLIS = 24 * 60 * 60_000;

/** The secret of a session has two halves, which the browser keeps in different places. */
export const newSessionSecret = (): string => newSecret() + newSecret();

/** Another session of the same name would be told of as this one. */
export function unusedName(name: string, sessions: readonly Pick<OperatorSession, "name">[]): string {
  const taken = new Set(sessions.map((session) => session.name?.toLowerCase()));
  let own = name;
  for (let number = 2; taken.has(own.toLowerCase()); number += 1) own = `${name} (${number})`;
  return own;
}

interface OpenSession extends KeptSession {
  /** Whether it outlives the process. */
  isKept: boolean;
  endsAt: Date;
  endsAtMillis: number;
  cancelExpiry: () => void;
  lastUsedAt: Date;
  lastUsedMillis: number;
}

export interface SessionsOptions {
  readonly clock: Clock;
  /** By the wall clock, for people to read, and for sessions that outlive the process. */
  readonly today: () => Date;
  readonly onEnded: OnSessionEnded;
}

/** The sessions of operators' browsers, in memory. Only digests of their secrets are known. */
export class OperatorSessions {
  readonly #options: SessionsOptions;
  readonly #open = new Map<string, OpenSession>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** In the order in which they were opened. */
  get all(): readonly OperatorSession[] {
    return [...this.#open.values()];
  }

  /** Those that outlive the process. */
  get kept(): readonly KeptSession[] {
    return [...this.#open.values()].filter(({ isKept }) => isKept);
  }

  open({ lifetimeMillis = SESSION_MILLIS, ...owner }: SessionOwner): OpenedSession {
    const { clock, today } = this.#options;
    const secret = newSessionSecret();
    const since = today();
    this.#makeRoom();
    const session = this.#hold(
      {
        ...owner,
        name: owner.name === undefined ? undefined : unusedName(owner.name, this.all),
        id: randomUUID().toUpperCase(),
        hash: hashOfSecret(secret),
        since,
        endsAt: new Date(since.getTime() + lifetimeMillis),
        lastUsedAt: since,
      },
      { lifetimeMillis, lastUsedMillis: clock.now() },
    );
    return { secret, session };
  }

  /**
   * Sessions from before the process. Of a wall clock that was put back meanwhile, none lasts longer; nor can it, here or
   * there, than it was opened for.
   */
  restore({ at, sessions }: Pick<KeptSessions, "at" | "sessions">): void {
    const { clock, today } = this.#options;
    const todayMillis = Math.max(today().getTime(), at.getTime());
    const leftOf = ({ since, endsAt }: KeptSession) =>
      Math.min(endsAt.getTime() - todayMillis, endsAt.getTime() - since.getTime());
    for (const session of sessions.slice(-MOST_SESSIONS)) {
      const lifetimeMillis = leftOf(session);
      const unusedMillis = todayMillis - session.lastUsedAt.getTime();
      if (lifetimeMillis > 0) this.#hold(session, { lifetimeMillis, lastUsedMillis: clock.now() - unusedMillis });
    }
  }

  /** The session that one of these is the secret of; that counts as a use of it. */
  find(secrets: readonly string[]): OperatorSession | undefined {
    const found = this.#ownerOf(secrets);
    if (!found) return undefined;
    const { clock, today } = this.#options;
    found.lastUsedAt = today();
    found.lastUsedMillis = clock.now();
    return found;
  }

  /** Whether there is one; that is no use of it. */
  has(secrets: readonly string[]): boolean {
    return this.#ownerOf(secrets) !== undefined;
  }

  #ownerOf(secrets: readonly string[]): OpenSession | undefined {
    if (secrets.length === 0) return undefined;
    const open = [...this.#open.values()].filter((session) => !this.#isOver(session));
    return secrets.flatMap((secret) => ownerOf(open, secret) ?? [])[0];
  }

  /** Also while its timer is late, and where the wall clock was set: a long time is not measured by one clock alone. */
  #isOver({ endsAt, endsAtMillis }: OpenSession): boolean {
    const { clock, today } = this.#options;
    return clock.now() >= endsAtMillis || today() >= endsAt;
  }

  /** Takes a session out, so that it counts no more; who took it tells of its end. Undefined where there is none. */
  takeOut(id: string): OperatorSession | undefined {
    const session = this.#open.get(id);
    session?.cancelExpiry();
    this.#open.delete(id);
    return session;
  }

  /** Whether there was such a session. */
  end(id: string, by?: Author): boolean {
    const session = this.takeOut(id);
    if (session) this.#options.onEnded(session, "wanted", by);
    return session !== undefined;
  }

  /** It ends with the process, and soon: what it was opened for is no more. */
  keepNoLonger(id: string): void {
    const session = this.#open.get(id);
    if (!session) return;
    const { clock, today } = this.#options;
    session.isKept = false;
    session.endsAt = new Date(Math.min(session.endsAt.getTime(), today().getTime() + SESSION_MILLIS));
    session.endsAtMillis = Math.min(session.endsAtMillis, clock.now() + SESSION_MILLIS);
    this.#watch(session);
  }

  /** Nobody is told: all ends. */
  stop(): void {
    for (const { cancelExpiry } of this.#open.values()) cancelExpiry();
    this.#open.clear();
  }

  #hold(
    session: KeptSession,
    { lifetimeMillis, lastUsedMillis }: { readonly lifetimeMillis: number; readonly lastUsedMillis: number },
  ): OpenSession {
    const held: OpenSession = {
      ...session,
      isKept: true,
      lastUsedMillis,
      endsAtMillis: this.#options.clock.now() + lifetimeMillis,
      cancelExpiry: () => undefined,
    };
    this.#open.set(held.id, held);
    this.#watch(held);
    return held;
  }

  #watch(session: OpenSession): void {
    const { clock } = this.#options;
    session.cancelExpiry();
    const leftMillis = Math.max(0, session.endsAtMillis - clock.now());
    session.cancelExpiry = clock.after(Math.min(leftMillis, LONGEST_TIMER_MILLIS), () => {
      if (this.#isOver(session)) this.#end(session, "expired");
      else this.#watch(session);
    });
  }

  #makeRoom(): void {
    if (this.#open.size < MOST_SESSIONS) return;
    const [oldest] = [...this.#open.values()].sort((one, other) => one.lastUsedMillis - other.lastUsedMillis);
    if (oldest) this.#end(oldest, "too-many");
  }

  #end(session: OpenSession, why: SessionEnd): void {
    this.takeOut(session.id);
    this.#options.onEnded(session, why);
  }
}
