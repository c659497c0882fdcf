import { randomUUID } from "node:crypto";
import type { Clock } from "../../../shared/clock.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";
import { hashOfSecret, newSecret, ownerOf } from "../secrets.ts";

export const SESSION_MILLIS = 12 * 60 * 60 * 1000;

/** Of more, the one that was used least recently ends. */
const MOST_SESSIONS = 64;

/** Why a session ended: the operator wanted it, or its time was up, or there were too many. */
export type SessionEnd = "wanted" | "expired" | "too-many";

interface OpenSession extends OperatorSession {
  readonly hash: string;
  readonly endsAtMillis: number;
  readonly cancelExpiry: () => void;
  lastUsedAt: Date;
  lastUsedMillis: number;
}

export interface SessionsOptions {
  readonly clock: Clock;
  /** By the wall clock, for people to read. */
  readonly today: () => Date;
  readonly onEnded: (session: OperatorSession, why: SessionEnd) => void;
}

/** The sessions of operators' browsers, in memory alone: none outlives the process. Only digests of their secrets are kept. */
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

  /** The secret has two halves, which the browser keeps in different places. */
  open(opened: Pick<OperatorSession, "address" | "browser">): {
    readonly secret: string;
    readonly session: OperatorSession;
  } {
    const { clock, today } = this.#options;
    const secret = newSecret() + newSecret();
    const since = today();
    const id = randomUUID().toUpperCase();
    const session: OpenSession = {
      ...opened,
      id,
      hash: hashOfSecret(secret),
      since,
      endsAt: new Date(since.getTime() + SESSION_MILLIS),
      lastUsedAt: since,
      lastUsedMillis: clock.now(),
      endsAtMillis: clock.now() + SESSION_MILLIS,
      cancelExpiry: clock.after(SESSION_MILLIS, () => this.#end(session, "expired")),
    };
    this.#makeRoom();
    this.#open.set(id, session);
    return { secret, session };
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
    const nowMillis = this.#options.clock.now();
    const open = [...this.#open.values()].filter(({ endsAtMillis }) => nowMillis < endsAtMillis);
    return secrets.flatMap((secret) => ownerOf(open, secret) ?? [])[0];
  }

  /** Whether there was such a session. */
  end(id: string): boolean {
    const session = this.#open.get(id);
    if (session) this.#end(session, "wanted");
    return session !== undefined;
  }

  /** Nobody is told: all ends. */
  stop(): void {
    for (const { cancelExpiry } of this.#open.values()) cancelExpiry();
    this.#open.clear();
  }

  #makeRoom(): void {
    if (this.#open.size < MOST_SESSIONS) return;
    const [oldest] = [...this.#open.values()].sort((one, other) => one.lastUsedMillis - other.lastUsedMillis);
    if (oldest) this.#end(oldest, "too-many");
  }

  #end(session: OpenSession, why: SessionEnd): void {
    session.cancelExpiry();
    this.#open.delete(session.id);
    this.#options.onEnded(session, why);
  }
}
