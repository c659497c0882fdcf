import type { Cursor } from "../../../core/home/collection.ts";
import { MESSAGE_TYPES, type Message, type MessageType } from "../messages/message.ts";
import { isMatch } from "./filters.ts";
import type { PresentState } from "./present-state.ts";

const updateTopic = (type: MessageType): string => `res/${type}/update`;

/** How far the resources of one type were sent. */
interface Progress {
  /** The resource that was sent last. */
  cursor: Cursor | undefined;
  /** The last resource that is to be sent again from the beginning, once the end is reached. */
  again: Cursor | undefined;
  isAgain: boolean;
}

/** The position of one client in a resync: all the memory that a resync takes, however large the home is. */
export class ResyncCursor {
  readonly #state: PresentState;
  /** The types that are not sent to the end yet. */
  readonly #pending = new Map<MessageType, Progress>();

  constructor(state: PresentState) {
    this.#state = state;
  }

  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  /**
   * Sends everything whose updates the filters match, each resource once. A type that is being sent goes on where it is,
   * and then from the beginning to there: who subscribes again and again gets on all the same.
   */
  begin(filters: readonly string[]): void {
    for (const type of MESSAGE_TYPES) {
      if (!filters.some((filter) => isMatch(filter, updateTopic(type)))) continue;
      const cursor = this.#pending.get(type)?.cursor;
      this.#pending.set(type, { cursor, again: cursor, isAgain: false });
    }
  }

  /** The next message; undefined once all that is still subscribed to was sent. */
  next(isSubscribed: (topic: string) => boolean): Message | undefined {
    for (const [type, progress] of this.#pending) {
      const message = isSubscribed(updateTopic(type)) ? this.#nextOf(type, progress) : undefined;
      if (message) return message;
      this.#pending.delete(type);
    }
    return undefined;
  }

  #nextOf(type: MessageType, progress: Progress): Message | undefined {
    const next = this.#state[type](progress.cursor);
    if (!next && progress.again !== undefined && !progress.isAgain) {
      progress.cursor = undefined;
      progress.isAgain = true;
      return this.#nextOf(type, progress);
    }
    if (!next || (progress.isAgain && progress.again !== undefined && next.cursor > progress.again)) return undefined;
    progress.cursor = next.cursor;
    return next.message;
  }
}
