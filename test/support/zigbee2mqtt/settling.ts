/** A client of a stand-in, over a connection of its own. */
export interface Conversation {
  publish(topic: string, payload: string): void;
  /** How many messages went either way, without marks. */
  readonly count: () => number;
}

/** A stand-in echoes a mark: whoever receives it has received all messages before it. */
export const MARK = { topic: "bridge/mark", answer: "bridge/marked" };

/** Waits until all messages of a conversation were responded to, and so were the responses. */
export class Settling {
  readonly #conversation: Conversation;
  #marks = 0;
  #onMarked: () => void = () => undefined;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** To be called with every message; returns whether it was a mark. */
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
