import { onTestFinished } from "vitest";
import type { HomeChange, LuxgateClient, WatchOptions, WatchState } from "../../../src/client/index.ts";

/** Somebody who watches a home until the test is over, and keeps what it is told. */
export class Watcher {
  readonly told: HomeChange[] = [];
  readonly states: WatchState[] = [];
  readonly over: Promise<unknown>;
  readonly #end = new AbortController();

  constructor(client: LuxgateClient, options: WatchOptions = {}) {
    this.over = this.#watch(client, options).catch((error) => error);
    onTestFinished(() => this.stop());
  }

  /** What was told since the snapshot, in short. */
  get changes(): readonly string[] {
    return this.told.map((change) =>
      change.kind === "snapshot" ? "snapshot" : `${change.kind} ${change.type} ${change.id}`,
    );
  }

  /** Once so many things were told. */
  async heard(count: number): Promise<HomeChange> {
    while (this.told.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    return this.told[count - 1] as HomeChange;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.over;
  }

  async #watch(client: LuxgateClient, options: WatchOptions): Promise<void> {
    const onState = (state: WatchState) => this.states.push(state);
    for await (const change of client.watch({ onState, signal: this.#end.signal, ...options })) this.told.push(change);
  }
}
