import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { connect } from "../../../libraries/client/browser.ts";
import { LuxgateError } from "../../../libraries/client/luxgate-error.ts";
import type { LuxgateClient } from "../../../libraries/client/types.ts";
import { isFrontPage } from "../fleet/last-gateway.ts";
import type { Messages } from "../messages.ts";
import { remembered } from "../remembered.ts";
import { endSession, readSession, redeemLink, type Session } from "./session.ts";

/** Who this browser is to the gateway: a visitor, a paired client, or the operator. */
export class Access {
  readonly #messages: Messages;
  readonly #key = remembered("key");
  readonly #session = signal<Session | undefined>(undefined);
  readonly #isKnown = signal(false);
  readonly #fetch: typeof fetch;
  #client: LuxgateClient;

  constructor(messages: Messages, fetchAsOperator: typeof fetch) {
    this.#messages = messages;
    this.#fetch = fetchAsOperator;
    this.#client = this.#clientWith(this.#key.peek());
  }

  get client(): LuxgateClient {
    return this.#client;
  }

  /** The key of this browser, if it is paired. */
  get key(): string | undefined {
    return this.#key.peek();
  }

  get session(): ReadonlySignal<Session | undefined> {
    return this.#session;
  }

  /** Whether the gateway has answered who this browser is. */
  get isKnown(): ReadonlySignal<boolean> {
    return this.#isKnown;
  }

  readonly isPaired: ReadonlySignal<boolean> = computed(() => this.#key.value !== undefined);
  readonly isOperator: ReadonlySignal<boolean> = computed(() => this.#session.value !== undefined);
  readonly mayChange: ReadonlySignal<boolean> = computed(() => this.isPaired.value || this.isOperator.value);

  /** Finds out whether this browser has a session, or gets one by a one-time link. */
  async begin(link: string | undefined): Promise<void> {
    const outcome = link === undefined ? await readSession() : await redeemLink(link);
    if (typeof outcome === "string") this.#messages.say(outcome, "problem");
    else if (link !== undefined && outcome) this.#welcome();
    this.#session.value = typeof outcome === "string" ? await readSession() : outcome;
    this.#isKnown.value = true;
  }

  /** An operator has let this browser in. */
  takeSession(session: Session): void {
    this.#session.value = session;
    this.#welcome();
  }

  #welcome(): void {
    this.#messages.say(`You are signed in as the operator of this ${isFrontPage() ? "fleet" : "gateway"}.`);
  }

  /** The gateway was away: sessions may have ended meanwhile. */
  async askAgain(): Promise<void> {
    const session = await readSession();
    if (session) this.#session.value = session;
    else this.loseSession();
  }

  takeKey(key: string): void {
    this.#key.value = key;
    this.#client = this.#clientWith(key);
  }

  /** For a key that the gateway no longer accepts. */
  forgetKey(): void {
    this.#key.value = undefined;
    this.#client = this.#clientWith(undefined);
  }

  async endSession(): Promise<void> {
    await endSession();
    this.#session.value = undefined;
    this.#messages.say("You are signed out.");
  }

  /** The session has ended on the gateway's side. */
  loseSession(): void {
    if (this.isOperator.peek())
      this.#messages.say("Your session has ended. To sign in again, choose Operator.", "problem");
    this.#session.value = undefined;
  }

  /** Asks for a change, and shows a message if it is refused. Returns whether it was done. */
  async change(ask: (client: LuxgateClient) => Promise<unknown>): Promise<boolean> {
    try {
      await ask(this.#client);
      return true;
    } catch (error) {
      if (isKeyNeeded(error)) return this.#changeWithoutKey(ask);
      this.#messages.say(sentenceFor(error, OUTCOME_UNKNOWN), "problem");
      return false;
    }
  }

  /** A key that is not accepted is forgotten; an operator needs none. */
  async #changeWithoutKey(ask: (client: LuxgateClient) => Promise<unknown>): Promise<boolean> {
    const wasPaired = this.isPaired.peek();
    this.forgetKey();
    if (wasPaired && this.isOperator.peek()) return this.change(ask);
    if (wasPaired)
      this.#messages.say("The gateway no longer accepts the key of this browser. Pair it again.", "problem");
    else this.loseSession();
    return false;
  }

  #clientWith(key: string | undefined): LuxgateClient {
    return connect(location.origin, { fetch: this.#fetch, ...(key === undefined ? {} : { key }) });
  }
}

const isKeyNeeded = (error: unknown): boolean => error instanceof LuxgateError && error.code === "key-needed";

/** An answer may be lost after the change was made. */
const OUTCOME_UNKNOWN = "The gateway did not answer. Check whether the change was made.";

/** What to show for an error; a refusal has the gateway's own message. */
export function sentenceFor(error: unknown, unanswered = "The gateway did not answer."): string {
  if (!(error instanceof LuxgateError)) return String(error);
  if (error.gatewayMessage === undefined) return unanswered;
  return `The gateway refused this: ${error.gatewayMessage}.`;
}
