import { randomUUID } from "node:crypto";
import type { Clock } from "../../../shared/clock.ts";
import { CONFLICT_KEY, CONFLICT_MILLIS, PRESENCE_KEY, PRESENCE_MILLIS } from "../presence.ts";
import type { PublishedMemory } from "./published-memory.ts";
import type { Put, PutOutcome } from "./put.ts";

interface PresenceOptions {
  readonly memory: PublishedMemory;
  readonly put: (put: Put) => Promise<PutOutcome>;
  readonly clock: Clock;
  readonly random: () => number;
  /** The value to put. */
  readonly describe: (isStopped: boolean) => string;
  /** What another gateway with the same credentials writes for people to read. */
  readonly describeConflict: () => string;
  readonly onChange: (state: PresenceState) => void;
  /** A new epoch has begun: everything is to be published again. */
  readonly onRenewed: () => void;
}

export type PresenceState =
  /** Asking the cluster whether this gateway is the only one with these credentials. */
  | { readonly state: "waiting" }
  | { readonly state: "held" }
  /** Another process with these credentials is there. */
  | { readonly state: "conflict" }
  /** The server is reached, and nobody takes what is put: the cluster has no leader, or no bucket. */
  | { readonly state: "unanswered" }
  | { readonly state: "refused"; readonly why: string };

/** Longer than the time between two renewals: whoever has not renewed by then is gone. */
const LEASE_MILLIS = 6_000;
/** Nothing is ever under this key. */
const PROBE_KEY = "probe";
const CONFLICT_LIFETIME = `${CONFLICT_MILLIS.holds / 1_000}s`;
const REFUSED_MILLIS = 10_000;
const SILENCE_MILLIS = 10_000;
const REPEAT_MILLIS = { least: 100, jitter: 150 };

/**
 * The entry that shows that a gateway is there. Each renewal expects the revision of the last one, so two processes
 * with the same credentials notice each other, and only one of them goes on. A revision that this gateway does not know
 * also means that its memory of the bucket is not the whole truth: then it begins a new epoch.
 */
export class Presence {
  readonly #options: PresenceOptions;
  #state: PresenceState = { state: "waiting" };
  #attempt: { readonly put: Put; readonly epoch: string } | undefined;
  #revision: number;
  /** The id of a put that was not answered, and may be the revision that somebody else seems to have written. */
  #unansweredId: string | undefined;
  /** Written by somebody else, who is watched for the time of a lease. */
  #contested: number | undefined;
  #answeredMillis = 0;
  #turn = new AbortController();
  #kept: Promise<void> = Promise.resolve();
  #endPause: () => void = () => undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
    const { revision = 0, digest = "" } = options.memory.published(PRESENCE_KEY) ?? {};
    this.#revision = revision;
    // The process before this one may have been killed before it was answered.
    this.#unansweredId = digest === "" ? undefined : digest;
  }

  get state(): PresenceState {
    return this.#state;
  }

  /** The cluster is reached. */
  begin(): void {
    this.suspend();
    const turn = new AbortController();
    this.#turn = turn;
    this.#answeredMillis = this.#options.clock.now();
    this.#kept = this.#kept.then(() => this.#keep(turn.signal));
  }

  /** The cluster is away. */
  suspend(): void {
    this.#turn.abort();
    this.#endPause();
    this.#become({ state: "waiting" });
  }

  /** Renews at once, as something has changed that others should know. */
  renew(): void {
    if (this.#state.state === "held") this.#endPause();
  }

  /** Says that this gateway stops; resolves at the latest when the put is answered. */
  async end(): Promise<void> {
    const wasHeld = this.#state.state === "held";
    this.suspend();
    await this.#kept;
    if (!wasHeld || this.#attempt) return;
    const { put, memory, describe } = this.#options;
    const last = this.#newPut(describe(true));
    await this.#intend(last);
    const outcome = await put(last);
    if (outcome.kind === "stored") await memory.settlePresence(outcome.revision).catch(() => undefined);
  }

  async #keep(signal: AbortSignal): Promise<void> {
    const { memory } = this.#options;
    while (!signal.aborted) {
      const { highest: highestBefore, epoch } = memory;
      // What was put before the connection was lost is out of date.
      const isRepeated = this.#attempt !== undefined;
      const outcome = await this.#put();
      if (outcome.kind === "stored") await this.#remember(outcome, highestBefore);
      // So is what names another epoch than the one that has begun meanwhile.
      if (!signal.aborted) await this.#goOn(outcome, signal, isRepeated || memory.epoch !== epoch);
    }
  }

  /** Ends when the next put is due. */
  #goOn(outcome: PutOutcome, signal: AbortSignal, isOld: boolean): Promise<void> {
    switch (outcome.kind) {
      case "stored":
        this.#become({ state: "held" });
        return isOld ? Promise.resolve() : this.#pause(PRESENCE_MILLIS.renewal, signal);
      case "other-revision":
        if (this.#state.state !== "conflict") this.#become({ state: "waiting" });
        return this.#contest(outcome.revision, signal);
      case "refused":
        this.#become({ state: "refused", why: outcome.why });
        return this.#pause(REFUSED_MILLIS, signal);
      case "unanswered":
        if (this.#isSilent) this.#become({ state: "unanswered" });
        return this.#pauseToRepeat(signal);
      default:
        return outcome satisfies never;
    }
  }

  /** Repeats what was not answered, so that the bucket takes it once. */
  async #put(): Promise<PutOutcome> {
    const { put, memory, clock, describe } = this.#options;
    const { epoch } = memory;
    if (this.#attempt?.epoch !== epoch) this.#attempt = { put: this.#newPut(describe(false)), epoch };
    const attempt = this.#attempt.put;
    await this.#intend(attempt);
    const outcome = await put(attempt);
    if (outcome.kind === "unanswered") this.#unansweredId = attempt.messageId;
    else {
      this.#attempt = undefined;
      this.#answeredMillis = clock.now();
    }
    return outcome;
  }

  #newPut(value: string): Put {
    return { key: PRESENCE_KEY, value, messageId: randomUUID(), revision: this.#revision };
  }

  async #remember(
    { revision, isDuplicate }: Extract<PutOutcome, { kind: "stored" }>,
    highestBefore: number,
  ): Promise<void> {
    const { memory } = this.#options;
    this.#contested = undefined;
    this.#unansweredId = undefined;
    this.#revision = revision;
    if (!isDuplicate && revision <= highestBefore) await this.beginEpoch();
    await memory.settlePresence(revision).catch(() => undefined);
  }

  /** A memory that cannot be written keeps entries from being published, not the presence. */
  async #intend({ messageId }: Put): Promise<void> {
    await this.#options.memory.intendPresence(messageId, this.#revision).catch(() => undefined);
  }

  /** Nothing that is remembered of the bucket counts any more. */
  async beginEpoch(): Promise<void> {
    await this.#options.memory.renew().catch(() => undefined);
    this.#options.onRenewed();
    this.renew();
  }

  async #contest(revision: number, signal: AbortSignal): Promise<void> {
    // Somebody else would have made it higher: the bucket is another one, or an older one.
    if (revision < this.#revision) return this.#take(revision, { isKnown: false });
    const isOwn = await this.#isOwn(revision);
    if (isOwn === "unanswered") return this.#pauseToRepeat(signal);
    if (isOwn) return this.#take(revision, { isKnown: true });
    if (this.#contested !== undefined) return this.#give(revision, signal);
    this.#contested = revision;
    await this.#pause(LEASE_MILLIS, signal);
    if (signal.aborted) this.#contested = undefined;
    else await this.#take(revision, { isKnown: false });
  }

  /** Goes on from a revision. Whoever wrote it may have written more, unless it was this gateway. */
  async #take(revision: number, { isKnown }: { readonly isKnown: boolean }): Promise<void> {
    this.#revision = revision;
    this.#unansweredId = undefined;
    if (!isKnown && !this.#options.memory.isEmpty) await this.beginEpoch();
  }

  /** Whether this gateway wrote a revision and was not answered: the bucket knows the ids of the last two minutes. */
  async #isOwn(revision: number): Promise<boolean | "unanswered"> {
    if (this.#unansweredId === undefined) return false;
    const probe = { key: PROBE_KEY, value: undefined, messageId: this.#unansweredId, revision: undefined };
    const outcome = await this.#options.put(probe);
    if (outcome.kind === "unanswered") return outcome.kind;
    return outcome.kind === "stored" && outcome.isDuplicate && outcome.revision === revision;
  }

  /** Leaves the fleet to the other one for a while. */
  async #give(revision: number, signal: AbortSignal): Promise<void> {
    const { put, describeConflict } = this.#options;
    this.#contested = undefined;
    this.#unansweredId = undefined;
    this.#revision = revision;
    this.#become({ state: "conflict" });
    const conflict = { key: CONFLICT_KEY, value: describeConflict(), messageId: randomUUID(), revision: undefined };
    await put({ ...conflict, lifetime: CONFLICT_LIFETIME });
    await this.#pause(CONFLICT_MILLIS.pause, signal);
  }

  get #isSilent(): boolean {
    return this.#options.clock.now() - this.#answeredMillis >= SILENCE_MILLIS;
  }

  #become(state: PresenceState): void {
    const isOther = JSON.stringify(state) !== JSON.stringify(this.#state);
    this.#state = state;
    if (isOther) this.#options.onChange(state);
  }

  #pauseToRepeat(signal: AbortSignal): Promise<void> {
    return this.#pause(REPEAT_MILLIS.least + this.#options.random() * REPEAT_MILLIS.jitter, signal);
  }

  #pause(millis: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(millis, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
  }
}
