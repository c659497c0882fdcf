import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { LuxgateError } from "../../../libraries/client/luxgate-error.ts";
import { stateHash } from "../../../libraries/client/state-hash.ts";
import type { HomeChange, HomeView, LuxgateClient, WatchState } from "../../../libraries/client/types.ts";
import type { HomeModel } from "./home-model.ts";

/** How the page and the gateway stand: `locked` is a gateway that is not read without a key. */
export type ConnectionState = "connecting" | "following" | "away" | "locked";

/** Changes are taken together so often, as many of them may come at once and a screen shows no more. */
const FRAME_MILLIS = 16;
/** After a refusal that the client does not take for a passing one, such as that of a proxy. */
const RETRY_MILLIS = 5_000;
/** Resources whose digest is worked out in one go. */
const DIGESTS_AT_ONCE = 40;

/** Keeps the model as the gateway's home is, whatever happens to the connection. */
export class HomeFollower {
  readonly #model: HomeModel;
  readonly #client: () => LuxgateClient;
  readonly #state = signal<ConnectionState>("connecting");
  #end = new AbortController();
  #changes: HomeChange[] = [];

  constructor(model: HomeModel, client: () => LuxgateClient) {
    this.#model = model;
    this.#client = client;
  }

  get state(): ReadonlySignal<ConnectionState> {
    return this.#state;
  }

  /** Begins, or begins anew: after an absence there is no reason to wait for the next attempt. */
  start(): void {
    this.#end.abort();
    this.#end = new AbortController();
    void this.#follow(this.#end.signal);
  }

  /** Follows nothing, until it begins again. */
  stop(): void {
    this.#end.abort();
    this.#changes = [];
    this.#state.value = "connecting";
  }

  async #follow(signal: AbortSignal): Promise<void> {
    try {
      const onState = ({ state }: WatchState) => signal.aborted || this.#show(state);
      for await (const change of this.#client().watch({ signal, onState })) {
        if (signal.aborted) return;
        this.#take(change);
      }
    } catch (error) {
      if (signal.aborted) return;
      const isLocked = error instanceof LuxgateError && error.code === "key-needed";
      this.#state.value = isLocked ? "locked" : "away";
      if (!isLocked) setTimeout(() => signal.aborted || this.start(), RETRY_MILLIS);
    }
  }

  #take(change: HomeChange): void {
    this.#changes.push(change);
    if (change.kind === "snapshot") {
      this.#apply();
      digestWhenIdle(change.home);
    } else if (this.#changes.length === 1) setTimeout(() => this.#apply(), FRAME_MILLIS);
  }

  #apply(): void {
    const changes = this.#changes;
    this.#changes = [];
    batch(() => {
      for (const change of changes) this.#model.apply(change);
    });
  }

  #show(state: "events" | "polling" | "lost"): void {
    this.#state.value = state === "lost" ? "away" : "following";
  }
}

/**
 * A heartbeat compares digests of all resources. Worked out all at once, those of a large home would hold up the page;
 * the client keeps them, so they are worked out a few at a time before the first heartbeat.
 */
function digestWhenIdle(home: HomeView): void {
  const all = Object.values(home).flatMap((resources: ReadonlyMap<string, object>) => [...resources.values()]);
  const next = () => {
    stateHash(all.splice(0, DIGESTS_AT_ONCE));
    if (all.length > 0) whenIdle(next);
  };
  whenIdle(next);
}

/** Safari has no idle callbacks. */
const whenIdle = (action: () => void): void => {
  if (typeof requestIdleCallback === "function") requestIdleCallback(action);
  else setTimeout(action, 20);
};
