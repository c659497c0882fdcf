import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { EventBlocks, type Message } from "./event-blocks.ts";

export interface StreamRequest {
  readonly port: number;
  readonly lastEventId?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Is told of each message when it comes. */
  readonly onMessage?: (message: Message) => void;
  /** After so many bytes it hangs up, wherever it is. */
  readonly hangUpAfterBytes?: number;
}

/** A client that listens to an event stream, and keeps what it hears until it is asked for it. */
export class EventStreamClient {
  readonly messages: Message[] = [];
  readonly #asked: StreamRequest;
  readonly #blocks: EventBlocks;
  #outgoing: ClientRequest | undefined;
  #incoming: IncomingMessage | undefined;
  #bytesLeft: number;
  #isOver = false;
  #wake: () => void = () => undefined;
  #fault: unknown;

  constructor(asked: StreamRequest) {
    this.#asked = asked;
    this.#blocks = new EventBlocks(asked.lastEventId);
    this.#bytesLeft = asked.hangUpAfterBytes ?? Infinity;
  }

  /** Asks for the stream, and comes back once it is answered. */
  static async open(asked: StreamRequest): Promise<EventStreamClient> {
    const client = new EventStreamClient(asked);
    await client.#ask();
    return client;
  }

  get answer(): IncomingMessage {
    if (!this.#incoming) throw new Error("there is no answer yet");
    return this.#incoming;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get lastEventId(): string {
    return this.#blocks.lastEventId;
  }

  /** What was said beside messages. */
  get fields(): readonly string[] {
    return this.#blocks.fields;
  }

  /** Waits until something is so; fails when the stream ends before. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.#fault) throw this.#fault;
      if (this.#isOver) throw new Error("the stream is over");
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The next so many messages that nobody asked for yet. */
  async next(count = 1): Promise<readonly Message[]> {
    await this.until(() => this.messages.length >= count);
    return this.messages.splice(0, count);
  }

  /** Waits until the other side, or this one, has ended the stream. */
  async over(): Promise<void> {
    while (!this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#fault) throw this.#fault;
  }

  /** Stops reading, so that what is sent stays in the system's buffers. */
  pause(): void {
    this.answer.pause();
  }

  resume(): void {
    this.answer.resume();
  }

  hangUp(): void {
    this.#outgoing?.destroy();
  }

  #ask(): Promise<void> {
    const { port, lastEventId, path = "/eventstream/clip/v2", headers = {} } = this.#asked;
    const known = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
    return new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, path, headers: { ...known, ...headers }, agent: false };
      this.#outgoing = request(options, (incoming) => {
        this.#incoming = incoming;
        incoming.on("data", (bytes: Uint8Array) => this.#take(bytes));
        incoming.on("error", () => undefined);
        incoming.on("close", () => this.#end());
        resolve();
      });
      this.#outgoing.on("error", reject);
      this.#outgoing.end();
    });
  }

  #take(bytes: Uint8Array): void {
    const taken = bytes.subarray(0, this.#bytesLeft);
    this.#bytesLeft -= taken.byteLength;
    if (this.#bytesLeft === 0) this.hangUp();
    try {
      for (const message of this.#blocks.take(taken)) {
        this.messages.push(message);
        this.#asked.onMessage?.(message);
      }
    } catch (fault) {
      this.#fault ??= fault;
    }
    this.#wake();
  }

  #end(): void {
    this.#isOver = true;
    this.#wake();
  }
}
