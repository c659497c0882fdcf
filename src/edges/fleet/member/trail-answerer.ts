import type { TrailPiece, TrailQuery } from "../../../core/home/trail-entry.ts";
import { reasonOf } from "../../../shared/error-code.ts";
import type { TrailAnswer, TrailRequest } from "../trail-request.ts";

/** Reads a stretch of the audit trail: the newest, or the one before `older`. */
export type ReadTrail = (query: TrailQuery, older?: number) => Promise<TrailPiece>;

/** A stretch is read between two commits: those who ask must not keep commands from being stored. */
const MOST_AT_ONCE = 2;

/** An answer has at most so many characters of entries: a quarter of what the servers take. */
const MOST_CHARACTERS = 256 * 1024;

const EMPTY: TrailPiece = { entries: [], oldestAt: undefined, unreadable: 0, older: undefined, last: 0 };

/** Answers those who may command this gateway when they ask for its audit trail. */
export class TrailAnswerer {
  readonly #read: ReadTrail;
  #reading = 0;

  /** A gateway that keeps no trail has an empty one. */
  constructor(read: ReadTrail = () => Promise.resolve(EMPTY)) {
    this.#read = read;
  }

  async answer({ trail: { query, older, most } }: TrailRequest): Promise<TrailAnswer> {
    if (this.#reading >= MOST_AT_ONCE) return { busy: true };
    this.#reading += 1;
    try {
      return { piece: newestOf(await this.#read(query, older), most) };
    } catch (fault) {
      return { problem: reasonOf(fault) };
    } finally {
      this.#reading -= 1;
    }
  }
}

/**
 * As many of the newest entries as are wanted and fit in an answer; who asks on begins before the oldest of them. Damaged
 * lines are counted with the rest.
 */
function newestOf(piece: TrailPiece, most: number): TrailPiece {
  const { entries } = piece;
  let first = entries.length;
  for (let room = MOST_CHARACTERS; first > 0 && entries.length - first < most; first -= 1) {
    room -= JSON.stringify(entries[first - 1]).length;
    if (room < 0) break;
  }
  const oldest = entries[first];
  if (first === 0 || !oldest) return piece;
  return { ...piece, entries: entries.slice(first), oldestAt: oldest.at, unreadable: 0, older: oldest.sequence };
}
