import type { Cursor } from "../home/collection.ts";
import { isMatch } from "./filters.ts";
import { MESSAGE_TYPES, type Message, type MessageType } from "./message.ts";
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

/**
 * Where the resyncs of all clients are. A client that comes while others are told begins where they are, and ends where it
 * began: so that most messages are made once for all of them.
 */
export class ResyncRound {
  readonly #onOver: () => void;
  readonly #cursors = new Set<ResyncCursor>();
  readonly #positions = new Map<MessageType, Cursor>();

  /** `onOver` is called when there is no resync any more. */
  constructor(onOver: () => void) {
    this.#onOver = onOver;
  }

  /** Where a type is sent at the moment; undefined for the beginning. */
  positionOf(type: MessageType): Cursor | undefined {
    return this.#positions.get(type);
  }

  sent(type: MessageType, cursor: Cursor): void {
    this.#positions.set(type, cursor);
  }

  join(cursor: ResyncCursor): void {
    this.#cursors.add(cursor);
  }

  leave(cursor: ResyncCursor): void {
    if (!this.#cursors.delete(cursor) || this.#cursors.size > 0) return;
    this.#positions.clear();
    this.#onOver();
  }
}

/** The position of one client in a resync: all the memory that a resync takes, however large the home is. */
export class ResyncCursor {
  readonly #state: PresentState;
  readonly #round: ResyncRound;
  /** The types that are not sent to the end yet. */
  readonly #pending = new Map<MessageType, Progress>();

  constructor(state: PresentState, round: ResyncRound) {
    this.#state = state;
    this.#round = round;
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
      const progress = this.#pending.get(type);
      const cursor = progress ? progress.cursor : this.#round.positionOf(type);
      this.#pending.set(type, { cursor, again: cursor, isAgain: false });
    }
    if (this.isPending) this.#round.join(this);
  }

  /** The client has left. */
  end(): void {
    this.#pending.clear();
    this.#round.leave(this);
  }

  /** The next message; undefined once all that is still subscribed to was sent. */
  next(isSubscribed: (topic: string) => boolean): Message | undefined {
    for (const [type, progress] of this.#pending) {
      const message = isSubscribed(updateTopic(type)) ? this.#nextOf(type, progress) : undefined;
      if (message) return message;
      this.#pending.delete(type);
    }
    this.#round.leave(this);
    return undefined;
  }

  #nextOf(type: MessageType, progress: Progress): Message | undefined {
    const next = this.#state.next(type, progress.cursor);
    if (!next && progress.again !== undefined && !progress.isAgain) {
      progress.cursor = undefined;
      progress.isAgain = true;
      return this.#nextOf(type, progress);
    }
    if (!next || (progress.isAgain && progress.again !== undefined && next.cursor > progress.again)) return undefined;
    progress.cursor = next.cursor;
    this.#round.sent(type, next.cursor);
    return next.message;
  }
}
