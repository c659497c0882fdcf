import { randomUUID } from "node:crypto";
import { StoreFault } from "../../../core/gateway/store.ts";
import type { Author } from "../../../core/home/trail-entry.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";
import type {
  OnSessionEnded,
  OpenedSession,
  SessionEnd,
  SessionKeeper,
  SessionOwner,
} from "../../http/operator/session-keeper.ts";
import { SESSION_MILLIS } from "../../http/operator/session-lifetime.ts";
import { MOST_SESSIONS, newSessionSecret, unusedName } from "../../http/operator/sessions.ts";
import { hashOfSecret } from "../../http/secrets.ts";
import { type FleetSession, sessionEntryKey, sessionOf } from "../keys-entries.ts";
import type { KeptEntry } from "./fleet-keys.ts";
import type { FleetLinks } from "./fleet-links.ts";
import type { KeysWriter } from "./keys-writer.ts";
import { SharedLook } from "./shared-look.ts";

/** How old the time of the last use may get that other fronts know: each new time is a write. */
const USE_MILLIS = 5 * 60_000;

export interface FleetSessionsOptions {
  readonly writer: Pick<KeysWriter, "put" | "remove">;
  readonly links: FleetLinks;
  readonly clock: Clock;
  readonly today: () => Date;
  /** For how long the cluster was not heard of; 0 while it is there. */
  readonly silentMillis: () => number;
  /** Resolves with whether everything is known that the cluster has now. */
  readonly caughtUp: () => Promise<boolean>;
}

interface KnownSession extends OperatorSession {
  readonly digest: string;
  readonly endsAtMillis: number;
  readonly cancelExpiry: () => void;
  revision: number;
  lastUsedAt: Date;
  /** When this front last wrote, or tried to write, that the session was used. */
  toldAtMillis: number;
}

/** Operators' sessions of a fleet: the cluster keeps them, so that they hold at every front and outlive each. */
export class FleetSessions implements SessionKeeper {
  readonly #options: FleetSessionsOptions;
  readonly #look: SharedLook<boolean>;
  /** By the digest of the secret. */
  readonly #known = new Map<string, KnownSession>();
  /** Sessions that this front ended and has not heard of since, with the revision of that: what is older is late. */
  readonly #ended = new Map<string, number>();
  #listener: OnSessionEnded = () => undefined;

  constructor(options: FleetSessionsOptions) {
    this.#options = options;
    this.#look = new SharedLook(() => options.caughtUp().catch(() => false), options.clock);
  }

  get all(): readonly OperatorSession[] {
    return [...this.#known.values()].sort((one, other) => one.since.getTime() - other.since.getTime());
  }

  onEnded(listener: OnSessionEnded): void {
    this.#listener = listener;
  }

  find(secrets: readonly string[]): OperatorSession | undefined {
    const found = this.#ownerOf(secrets);
    if (found) this.#use(found);
    return found;
  }

  has(secrets: readonly string[]): boolean {
    return this.#ownerOf(secrets) !== undefined;
  }

  readonly catchUp = async (): Promise<void> => {
    this.refuseIfSilent();
    if (!(await this.#look.take())) throw new StoreFault("the fleet did not answer in time: try again in a moment");
  };

  async open(link: string, owner: SessionOwner): Promise<OpenedSession | undefined> {
    const { links } = this.#options;
    this.refuseIfSilent();
    if (!links.has(link)) await this.catchUp();
    if (!(await links.use(link))) return undefined;
    return this.#open(owner, "the link is used up: get a new one");
  }

  openAllowed(owner: SessionOwner): Promise<OpenedSession> {
    return this.#open(owner, "the request is over: ask again");
  }

  /** For 12 hours, however it is opened: what a stolen front knows of sessions ends soon. */
  async #open({ name, address, browser }: SessionOwner, advice: string): Promise<OpenedSession> {
    const { writer, today } = this.#options;
    const notStored = new StoreFault(`the fleet did not store the session, and ${advice}`);
    await this.#makeRoom();
    const secret = newSessionSecret();
    const since = today();
    const value: FleetSession = {
      ...(name === undefined ? {} : { name: unusedName(name, this.all) }),
      address,
      browser,
      id: randomUUID().toUpperCase(),
      since: since.toISOString(),
      endsAt: new Date(since.getTime() + SESSION_MILLIS).toISOString(),
      lastUsedAt: since.toISOString(),
    };
    const digest = hashOfSecret(secret);
    const ttlSeconds = SESSION_MILLIS / 1_000;
    const revision = await writer.put(sessionEntryKey(digest), value, { revision: 0, ttlSeconds }).catch(() => {
      throw notStored;
    });
    const session = this.#keep(digest, { value, revision });
    if (!session) throw notStored;
    return { secret, session };
  }

  async end(id: string, by?: Author): Promise<boolean> {
    const session = [...this.#known.values()].find((one) => one.id === id);
    if (session) await this.#end(session, "wanted", by);
    return session !== undefined;
  }

  /** The cluster has a session, or has it no more. */
  take(digest: string, entry: KeptEntry<FleetSession> | undefined): void {
    if (entry) {
      if (entry.revision > (this.#ended.get(digest) ?? 0)) this.#keep(digest, entry);
      return;
    }
    this.#ended.delete(digest);
    const known = this.#known.get(digest);
    if (known) this.#drop(known, "wanted");
  }

  stop(): void {
    for (const { cancelExpiry } of this.#known.values()) cancelExpiry();
    this.#known.clear();
  }

  #ownerOf(secrets: readonly string[]): KnownSession | undefined {
    const nowMillis = this.#options.clock.now();
    return secrets
      .flatMap((secret) => this.#known.get(hashOfSecret(secret)) ?? [])
      .find(({ endsAtMillis }) => nowMillis < endsAtMillis);
  }

  /** Undefined for one that is over. */
  #keep(digest: string, { value, revision }: KeptEntry<FleetSession>): OperatorSession | undefined {
    const known = this.#known.get(digest);
    const read = sessionOf(value);
    if (!read) return undefined;
    if (known) {
      known.revision = Math.max(known.revision, revision);
      if (read.lastUsedAt > known.lastUsedAt) known.lastUsedAt = read.lastUsedAt;
      return known;
    }
    const { clock, today } = this.#options;
    const leftMillis = Math.min(read.endsAt.getTime() - today().getTime(), SESSION_MILLIS);
    if (leftMillis <= 0) return undefined;
    const session: KnownSession = {
      ...read,
      digest,
      revision,
      endsAtMillis: clock.now() + leftMillis,
      toldAtMillis: clock.now(),
      cancelExpiry: clock.after(leftMillis, () => this.#drop(session, "expired")),
    };
    this.#known.set(digest, session);
    return session;
  }

  /** Tells the other fronts now and then. It never brings back a session that ended: that has another revision. */
  #use(session: KnownSession): void {
    const { clock, today, writer, silentMillis } = this.#options;
    session.lastUsedAt = today();
    if (clock.now() - session.toldAtMillis < USE_MILLIS || silentMillis() > 0) return;
    session.toldAtMillis = clock.now();
    const { id, name, address, browser, revision } = session;
    const named = name === undefined ? {} : { name };
    const times = { since: session.since, endsAt: session.endsAt, lastUsedAt: session.lastUsedAt };
    const ttlSeconds = Math.max(1, Math.ceil((session.endsAtMillis - clock.now()) / 1_000));
    writer
      .put(sessionEntryKey(session.digest), { id, ...named, address, browser, ...times }, { revision, ttlSeconds })
      .then(
        (newRevision) => {
          session.revision = newRevision;
        },
        () => undefined,
      );
  }

  async #makeRoom(): Promise<void> {
    if (this.#known.size < MOST_SESSIONS) return;
    const [oldest] = [...this.#known.values()].sort(
      (one, other) => one.lastUsedAt.getTime() - other.lastUsedAt.getTime(),
    );
    if (oldest) await this.#end(oldest, "too-many");
  }

  async #end(session: KnownSession, why: SessionEnd, by?: Author): Promise<void> {
    const revision = await this.#options.writer.remove(sessionEntryKey(session.digest));
    if (this.#known.get(session.digest) === session) this.#ended.set(session.digest, revision);
    this.#drop(session, why, by);
  }

  #drop(session: KnownSession, why: SessionEnd, by?: Author): void {
    session.cancelExpiry();
    if (this.#known.get(session.digest) !== session) return;
    this.#known.delete(session.digest);
    this.#listener(session, why, by);
  }

  /** Throws a StoreFault while the cluster is not heard of. */
  readonly refuseIfSilent = (): void => {
    const millis = this.#options.silentMillis();
    if (millis === 0) return;
    const seconds = Math.round(millis / 1_000);
    throw new StoreFault(`the fleet has not been heard of for ${seconds} s: try again in a moment`);
  };
}
