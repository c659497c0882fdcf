import type { Author } from "../../../core/home/trail-entry.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";

/** Why a session ended: the operator wanted it, or its time was up, or there were too many. */
export type SessionEnd = "wanted" | "expired" | "too-many";

/** By whom it was ended is known of those that somebody wanted to end, the operator on the gateway's machine by default. */
export type OnSessionEnded = (session: OperatorSession, why: SessionEnd, by?: Author) => void;

/** A session that was just opened; its secret has two halves, which the browser keeps in different places. */
export interface OpenedSession {
  readonly secret: string;
  readonly session: OperatorSession;
}

/** By whom a session is opened, and for how long. */
export type SessionOwner = Pick<OperatorSession, "name" | "address" | "browser"> & {
  readonly lifetimeMillis?: number;
};

/**
 * What keeps the sessions of operators' browsers, and the links that open them: a gateway, or the cluster of a fleet, for
 * all its fronts. Only digests of secrets are kept. What cannot be kept is rejected with a StoreFault.
 */
export interface SessionKeeper {
  /** Resolves once the sessions from before the process are known. Undefined where they come by another way. */
  readonly begin?: (() => Promise<void>) | undefined;
  /** In the order in which they were opened. */
  readonly all: readonly OperatorSession[];
  /** The session that one of these is the secret of; that counts as a use of it. */
  find(secrets: readonly string[]): OperatorSession | undefined;
  /** Whether there is one; that is no use of it. */
  has(secrets: readonly string[]): boolean;
  /** The secret of a new link. Undefined where links are made elsewhere. */
  readonly makeLink?: (() => string) | undefined;
  /** Opens a session for whoever brings an open link, which is used up by that; undefined for any other link. */
  open(link: string, owner: SessionOwner): OpenedSession | undefined | Promise<OpenedSession | undefined>;
  /** Opens a session for a browser that an operator allowed. */
  openAllowed(owner: SessionOwner): Promise<OpenedSession>;
  /** Whether there was such a session. */
  end(id: string, by?: Author): boolean | Promise<boolean>;
  /** Ends all but the session of who resets the gateway, which ends with the process. Undefined where nobody can. */
  readonly endForReset?: ((id: string | undefined, by?: Author) => Promise<void>) | undefined;
  /** Resolves once all sessions are known that were opened elsewhere so far. Undefined where there is no elsewhere. */
  readonly catchUp?: (() => Promise<void>) | undefined;
  /** Who is called for each session that ended. */
  onEnded(listener: OnSessionEnded): void;
  /** Nobody is told: what is kept in this process ends. */
  stop(): void | Promise<void>;
}
