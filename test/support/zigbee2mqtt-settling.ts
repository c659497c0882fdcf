/** Somebody who hears a stand-in and talks to it, over a connection of its own. */
export interface Conversation {
  publish(topic: string, payload: string): void;
  /** How much was said either way, marks apart. */
  readonly count: () => number;
}

/** A stand-in sends a mark back: whoever hears it has heard all that came before. */
export const MARK = { topic: "bridge/mark", answer: "bridge/marked" };

/** Waits until whatever was said in a conversation was answered, and the answers too. */
export class Settling {
  readonly #conversation: Conversation;
  #marks = 0;
  #onMarked: () => void = () => undefined;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** Is to be told of everything heard; gives whether that was but a mark. */
  isMark(topic: string, payload: string): boolean {
    if (topic === MARK.answer && payload === String(this.#marks)) this.#onMarked();
    return topic === MARK.answer || topic === MARK.topic;
  }

  async settle(): Promise<void> {
    for (let before = -1; before !== this.#conversation.count(); ) {
      before = this.#conversation.count();
      const marked = new Promise<void>((resolve) => {
        this.#onMarked = resolve;
      });
      this.#marks += 1;
      this.#conversation.publish(MARK.topic, String(this.#marks));
      await marked;
    }
  }
}
