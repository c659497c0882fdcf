import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../shared/clock.ts";
import { reasonOf } from "../../shared/error-code.ts";
import { instanceName } from "./instance-name.ts";
import { type OpenInterfaceSocket, openInterfaceSocket } from "./interface-socket.ts";
import { type HttpReach, interfacesToAnnounce, type NetworkInterface } from "./interfaces.ts";
import { RunningResponder } from "./running-responder.ts";
import { type Announcement, serviceFor } from "./service.ts";
import type { MdnsState } from "./state.ts";

const LOOK_MILLIS = 1_000;

export interface MdnsOptions extends Announcement, HttpReach {
  /** Any text; characters that cannot be announced are left out. */
  readonly name: string;
  readonly interfaces: () => readonly NetworkInterface[];
  readonly clock: Clock;
  readonly retryMillis: number;
  readonly random: () => number;
  /** Only tests have networks of their own. */
  readonly openSocket?: OpenInterfaceSocket;
  /** Called once for every state, so that a person can see why a gateway is not found. */
  readonly onState: (state: MdnsState) => void;
}

export interface MdnsAnnouncer {
  /** The last state; undefined for the first second. */
  readonly state: MdnsState | undefined;
  /** Does nothing where the name is the same. */
  rename(name: string): void;
  /** The gateway has a new identity. */
  identify(resetId: string): void;
  /** Sends goodbye packets; resolves within a second, whatever happens. */
  stop(): Promise<void>;
}

/**
 * Announces the gateway by mDNS on every network, and on networks that appear later. A failure is reported and tried
 * again; nothing waits for it, and it affects nothing else.
 */
export function announceByMdns(options: MdnsOptions): MdnsAnnouncer {
  const announcer = new Announcer(options);
  announcer.look();
  return announcer;
}

class Announcer implements MdnsAnnouncer {
  readonly #options: MdnsOptions;
  /** As requested; `#name` may have a number behind it. */
  #requestedName: string;
  #name: string;
  #resetId: string;
  #state: MdnsState | undefined;
  #interfaces: readonly NetworkInterface[] = [];
  #responder: RunningResponder | undefined;
  #retryAtMillis = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => undefined;
  /** Serializes responders: one ends before the next starts. */
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: MdnsOptions) {
    this.#options = options;
    this.#requestedName = instanceName(options.name);
    this.#name = this.#requestedName;
    this.#resetId = options.resetId;
  }

  get state(): MdnsState | undefined {
    return this.#state;
  }

  rename(name: string): void {
    const requestedName = instanceName(name);
    if (requestedName === this.#requestedName) return;
    this.#requestedName = requestedName;
    this.#announceAnew(() => {
      this.#name = requestedName;
    });
  }

  identify(resetId: string): void {
    this.#announceAnew(() => {
      this.#resetId = resetId;
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    this.#turn = this.#turn.then(() => this.#leave("with a goodbye")).catch(() => undefined);
    await this.#turn;
  }

  /** Looks for networks that appeared or disappeared, now and every second. */
  look(): void {
    this.#cancel = this.#options.clock.after(LOOK_MILLIS, () => this.look());
    this.#inTurn(() => this.#reconcile());
  }

  #announceAnew(change: () => void): void {
    this.#inTurn(async () => {
      change();
      await this.#leave("with a goodbye");
      await this.#reconcile();
    });
  }

  #inTurn(action: () => Promise<void>): void {
    this.#turn = this.#turn
      .then(async () => {
        if (!this.#stopped) await action();
      })
      .catch((error: unknown) => this.#fail(error));
  }

  async #fail(error: unknown): Promise<void> {
    await this.#leave("at once").catch(() => undefined);
    this.#onResponderState({ announced: false, reason: reasonOf(error) });
  }

  /** Starts a responder for the present networks, unless one runs for them. */
  async #reconcile(): Promise<void> {
    const { interfaces, clock } = this.#options;
    const chosen = interfacesToAnnounce(interfaces(), this.#options);
    const isUnchanged = isDeepStrictEqual(chosen, this.#interfaces);
    if (isUnchanged && (this.#responder || clock.now() < this.#retryAtMillis)) return;
    await this.#leave("at once");
    if (this.#stopped) return;
    if ("reason" in chosen) this.#become({ announced: false, reason: chosen.reason });
    else await this.#start(chosen);
  }

  /** No goodbye is sent where only the networks change: clients would take the gateway for gone. */
  async #leave(how: "with a goodbye" | "at once"): Promise<void> {
    const responder = this.#responder;
    this.#responder = undefined;
    await (how === "at once" ? responder?.end() : responder?.stop());
  }

  async #start(interfaces: readonly NetworkInterface[]): Promise<void> {
    const { clock, random, openSocket = openInterfaceSocket } = this.#options;
    const service = serviceFor({ ...this.#options, resetId: this.#resetId }, this.#name);
    const onState = (state: MdnsState) => this.#onResponderState(state);
    this.#interfaces = interfaces;
    this.#retryAtMillis = Number.NEGATIVE_INFINITY;
    this.#responder = new RunningResponder({ service, interfaces, openSocket, clock, random, onState });
    await this.#responder.start();
  }

  #onResponderState(state: MdnsState): void {
    if (state.announced) {
      this.#name = state.name;
    } else {
      const { clock, retryMillis } = this.#options;
      this.#responder = undefined;
      this.#retryAtMillis = clock.now() + retryMillis;
    }
    this.#become(state);
  }

  #become(state: MdnsState): void {
    if (isDeepStrictEqual(state, this.#state)) return;
    this.#state = state;
    this.#options.onState(state);
  }
}
