import type { Author, TrailEntry } from "../../core/home/trail-entry.ts";
import type { MatterFabric, MatterState } from "./bridge.ts";

/** Wrong passcodes after which matter.js closes pairing. */
const MOST_WRONG = 20;

/** One thing that happened: for the history, and as a line of the log. */
interface PieceOfNews {
  readonly entry: TrailEntry;
  readonly line: string;
}

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

  /** It was not removed after all. */
  keeps(index: number): void {
    this.#removed.delete(index);
  }

  /** What has changed from one state of the node to the next. Neither is the first: those ecosystems were there before. */
  of(before: MatterState, after: MatterState): readonly PieceOfNews[] {
    if (before.window === undefined && after.window !== undefined) this.#refusedBefore = before.refusedPasscodes;
    const isShut = before.window !== undefined && after.window === undefined;
    const wrong = after.refusedPasscodes - this.#refusedBefore;
    const left = missingIn(after.fabrics, before.fabrics).filter(({ index }) => !this.#removed.delete(index));
    return [
      ...missingIn(before.fabrics, after.fabrics).map((fabric) => newsOf(fabric, "paired over Matter", "was paired")),
      ...left.map((fabric) => newsOf(fabric, "unpaired from Matter", "was unpaired")),
      ...(isShut && wrong >= MOST_WRONG
        ? [
            {
              entry: entry({ kind: "gateway" }, `Matter pairing closed after ${wrong} wrong codes`),
              line: `pairing was closed after ${wrong} wrong codes`,
            },
          ]
        : []),
    ];
  }
}

type Fabrics = MatterState["fabrics"];

const missingIn = (some: Fabrics = [], all: Fabrics = []): readonly MatterFabric[] =>
  all.filter(({ index, fabricId }) => !some.some((one) => one.index === index && one.fabricId === fabricId));

function newsOf({ index, vendorName, label }: MatterFabric, did: string, words: string): PieceOfNews {
  const name = label || vendorName || `fabric ${index}`;
  return { entry: entry({ kind: "ecosystem", name }, did), line: `${name} ${words}` };
}

const entry = (by: Author, did: string): TrailEntry => ({ by, did, devices: [], outcome: "done" });
