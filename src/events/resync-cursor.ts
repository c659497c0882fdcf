import { WIRE_TYPES, type WireType } from "../contract/events.ts";
import type { Cursor } from "../home/collection.ts";
import { isMatch } from "./filters.ts";
import type { Message } from "./message.ts";
import type { PresentState } from "./present-state.ts";

const updateTopic = (type: WireType): string => `res/${type}/update`;

/** How far one client is told of the present state: all that is kept for a resync, however large the home is. */
export class ResyncCursor {
  readonly #state: PresentState;
  /** The types that are under way, and the resource of each that was told of last. */
  readonly #underWay = new Map<WireType, Cursor | undefined>();

  constructor(state: PresentState) {
    this.#state = state;
  }

  get isUnderWay(): boolean {
    return this.#underWay.size > 0;
  }

  /** Everything whose updates the filters cover is told of, from the beginning; each resource once. */
  begin(filters: readonly string[]): void {
    for (const type of WIRE_TYPES) {
      if (filters.some((filter) => isMatch(filter, updateTopic(type)))) this.#underWay.set(type, undefined);
    }
  }

  /** What to tell next; nothing once all was told that is still wanted. */
  next(isWanted: (topic: string) => boolean): Message | undefined {
    for (const [type, cursor] of this.#underWay) {
      const next = isWanted(updateTopic(type)) ? this.#state.next(type, cursor) : undefined;
      if (next) {
        this.#underWay.set(type, next.cursor);
        return next.message;
      }
      this.#underWay.delete(type);
    }
    return undefined;
  }
}
