import type { Author, TrailEntry } from "../../core/home/trail-entry.ts";
import type { MatterFabric, MatterState } from "./bridge.ts";

/** Wrong passcodes after which matter.js closes pairing. */
const MOST_WRONG = 20;

/** Tells of ecosystems that come and go by themselves, and of pairing that closes after too many wrong codes. */
export class PairingNews {
  /** Refused before pairing was opened. */
  #refusedBefore = 0;
  /** Ecosystems that an operator removes, which the history tells already. */
  readonly #removed = new Set<number>();

  /** An operator removes it. */
  removes(index: number): void {
    this.#removed.add(index);
  }

  /** What has changed from one state of the node to the next. Neither is the first: those ecosystems were there before. */
  of(before: MatterState, after: MatterState): readonly TrailEntry[] {
    if (before.window === undefined && after.window !== undefined) this.#refusedBefore = before.refusedPasscodes;
    const isShut = before.window !== undefined && after.window === undefined;
    const wrong = after.refusedPasscodes - this.#refusedBefore;
    const left = missingIn(after.fabrics, before.fabrics).filter(({ index }) => !this.#removed.delete(index));
    return [
      ...missingIn(before.fabrics, after.fabrics).map((fabric) => entry(byFabric(fabric), "paired by Matter")),
      ...left.map((fabric) => entry(byFabric(fabric), "no longer paired by Matter")),
      ...(isShut && wrong >= MOST_WRONG
        ? [entry({ kind: "gateway" }, `Matter pairing closed after ${wrong} wrong codes`)]
        : []),
    ];
  }
}

const missingIn = (some: readonly MatterFabric[], all: readonly MatterFabric[]): readonly MatterFabric[] =>
  all.filter(({ index, fabricId }) => !some.some((one) => one.index === index && one.fabricId === fabricId));

const byFabric = ({ index, vendorName, label }: MatterFabric): Author => ({
  kind: "ecosystem",
  name: label || vendorName || `fabric ${index}`,
});

const entry = (by: Author, did: string): TrailEntry => ({ by, did, devices: [], outcome: "done" });
