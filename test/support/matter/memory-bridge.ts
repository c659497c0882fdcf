import type { MatterBridge, MatterFabric, MatterState } from "../../../src/edges/matter/bridge.ts";

const WINDOW_MILLIS = 15 * 60_000;

/** As many as a node holds. */
const MOST_FABRICS = 5;

const NEW: MatterState = {
  phase: "online",
  port: 5540,
  lamps: 11,
  leftOut: [],
  fabrics: [],
  window: undefined,
  openedBy: undefined,
  sessions: 0,
  subscriptions: 0,
  commands: 0,
  refusedPasscodes: 0,
};

/** A Matter bridge without a network: its windows open and close, and its fabrics come and go. */
export class MemoryBridge implements MatterBridge {
  #state: MatterState;
  isStopped = false;

  constructor(state: Partial<MatterState> = {}) {
    this.#state = { ...NEW, ...state };
  }

  state(): MatterState {
    return this.#state;
  }

  get #fabrics(): readonly MatterFabric[] {
    return this.#state.fabrics ?? [];
  }

  /** The bridge comes into another state. */
  become(state: Partial<MatterState>): void {
    this.#state = { ...this.#state, ...state };
  }

  /** An ecosystem pairs, which closes the window. */
  join(fabric: Partial<MatterFabric> = {}): MatterFabric {
    const fabrics = this.#fabrics;
    const index = Math.max(0, ...fabrics.map(({ index: taken }) => taken)) + 1;
    const joined: MatterFabric = {
      index,
      vendorId: 0x1349,
      vendorName: "Apple Home",
      label: "",
      fabricId: `000000000000000${index}`,
      nodeId: "00000000DEADBEEF",
      ...fabric,
    };
    this.become({ fabrics: [...fabrics, joined], window: undefined });
    return joined;
  }

  async openWindow(): ReturnType<MatterBridge["openWindow"]> {
    if (this.#state.phase !== "online") return "not-online";
    if (this.#state.openedBy !== undefined) return "open-by-ecosystem";
    if (this.#fabrics.length >= MOST_FABRICS) return "full";
    const window = this.#state.window ?? {
      qrText: "MT:Y.K9042C00KA0648G00",
      manualCode: "3497-011-2332",
      untilMillis: Date.now() + WINDOW_MILLIS,
    };
    this.become({ window });
    return window;
  }

  async closeWindow(): ReturnType<MatterBridge["closeWindow"]> {
    const isOpen = this.#state.window !== undefined || this.#state.openedBy !== undefined;
    this.become({ window: undefined, openedBy: undefined });
    return isOpen ? "closed" : "was-closed";
  }

  async removeFabric(index: number): ReturnType<MatterBridge["removeFabric"]> {
    if (this.#state.phase !== "online") return "not-online";
    const fabrics = this.#fabrics.filter((fabric) => fabric.index !== index);
    if (fabrics.length === this.#fabrics.length) return "not-found";
    this.become({ fabrics });
    return "removed";
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.become({ phase: "stopped" });
  }
}
