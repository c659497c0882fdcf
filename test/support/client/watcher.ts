import { onTestFinished } from "vitest";
import type { HomeChange, LuxgateClient, WatchOptions, WatchState } from "../../../src/libraries/client/index.ts";

/** Watches a home until the test is over, and records the changes. */
export class Watcher {
  readonly received: HomeChange[] = [];
  readonly states: WatchState[] = [];
  readonly over: Promise<unknown>;
  readonly #end = new AbortController();

  constructor(client: LuxgateClient, options: WatchOptions = {}) {
    this.over = this.#watch(client, options).catch((error) => error);
    onTestFinished(() => this.stop());
  }

  /** The changes since the snapshot, in short. */
  get changes(): readonly string[] {
    return this.received.map((change) =>
      change.kind === "snapshot" ? "snapshot" : `${change.kind} ${change.type} ${change.id}`,
    );
  }

  /** The nth change, once it is there. */
  async nth(count: number): Promise<HomeChange> {
    while (this.received.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    return this.received[count - 1] as HomeChange;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.over;
  }

  async #watch(client: LuxgateClient, options: WatchOptions): Promise<void> {
    const onState = (state: WatchState) => this.states.push(state);
    for await (const change of client.watch({ onState, signal: this.#end.signal, ...options }))
      this.received.push(change);
  }
}
