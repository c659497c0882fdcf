import type { Cursor } from "../home/collection.ts";
import { isMatch } from "./filters.ts";
import { MESSAGE_TYPES, type Message, type MessageType } from "./message.ts";
import type { PresentState } from "./present-state.ts";

const updateTopic = (type: MessageType): string => `res/${type}/update`;

/** The position of one client in a resync: all the memory that a resync takes, however large the home is. */
export class ResyncCursor {
  readonly #state: PresentState;
  /** The types that are not sent to the end yet, and the resource of each that was sent last. */
  readonly #pending = new Map<MessageType, Cursor | undefined>();

  constructor(state: PresentState) {
    this.#state = state;
  }

  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  /** Sends everything whose updates the filters match, from the beginning; each resource once. */
  begin(filters: readonly string[]): void {
    for (const type of MESSAGE_TYPES) {
      if (filters.some((filter) => isMatch(filter, updateTopic(type)))) this.#pending.set(type, undefined);
    }
  }

  /** The next message; undefined once all that is still subscribed to was sent. */
  next(isSubscribed: (topic: string) => boolean): Message | undefined {
    for (const [type, cursor] of this.#pending) {
      const next = isSubscribed(updateTopic(type)) ? this.#state.next(type, cursor) : undefined;
      if (next) {
        this.#pending.set(type, next.cursor);
        return next.message;
      }
      this.#pending.delete(type);
    }
    return undefined;
  }
}
