import type { MatterBridge } from "../../../edges/matter/bridge.ts";
import type { SqliteStore } from "../../../edges/store/thread/sqlite-store.ts";
import type { RunningGateway } from "../../../runtime/start-gateway.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { within } from "../../../shared/within.ts";
import type { ServeOptions } from "./serve-command.ts";
import { matterFor } from "./serve-matter.ts";
import { onFault } from "./start-serving.ts";

/** How long ecosystems may take to hear that they are removed. */
const FORGET_MILLIS = 5_000;

interface MatterParts {
  readonly options: ServeOptions;
  readonly running: RunningGateway;
  readonly folder: string;
  readonly store: Pick<SqliteStore, "claimMatter" | "writeMatter">;
}

/** The Matter bridge of the running program. After a factory reset it is another one, which nobody is paired with. */
export class OwnMatter {
  readonly #parts: MatterParts;
  #isStopped = false;
  #bridge: MatterBridge | undefined;
  readonly #recovered: string[] = [];

  constructor(parts: MatterParts) {
    this.#parts = parts;
  }

  /** Undefined without --matter, and until the bridge starts. */
  get bridge(): MatterBridge | undefined {
    return this.#bridge;
  }

  async start(): Promise<void> {
    const { options, running, folder, store } = this.#parts;
    if (!options.matter) return;
    const { resetId } = running.gateway.identity;
    const claim = async () => {
      const report = await store.claimMatter(resetId);
      this.#recovered.push(...report);
      return report;
    };
    this.#bridge = await matterFor(options, running, { folder, claim });
  }

  /** What of the bridge was damaged since the start of the program, a line each. */
  get recovered(): readonly string[] {
    return this.#recovered;
  }

  /** Ends all pairings; ecosystems that can be reached learn of it at once. */
  async forget(): Promise<void> {
    const bridge = this.#bridge;
    this.#bridge = undefined;
    const indexes = (bridge?.state().fabrics ?? []).map(({ index }) => index);
    const removals = indexes.map((index) => bridge?.removeFabric(index).catch(onFault));
    await within(SYSTEM_CLOCK, FORGET_MILLIS, Promise.all(removals));
    await bridge?.stop();
    try {
      await this.#parts.store.writeMatter(undefined);
    } finally {
      // Where it could not be deleted, the bridge tells so, and tries again.
      if (!this.#isStopped) await this.start();
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#bridge?.stop();
  }
}
