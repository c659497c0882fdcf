import type { IncomingMessage, ServerResponse } from "node:http";

/** An event stream on which a test says what it likes. */
export class EventSpeaker {
  /** What each client that came had heard last. */
  readonly lastEventIds: (string | undefined)[] = [];
  #response: ServerResponse | undefined;
  readonly #greetings: string[];

  /** What each one is told when it comes; the last greeting stays. */
  constructor(...greetings: string[]) {
    this.#greetings = greetings;
  }

  readonly answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (!request.url?.startsWith("/eventstream")) return void response.writeHead(404).end();
    this.lastEventIds.push(request.headers["last-event-id"]?.toString());
    this.#response = response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write((this.#greetings.length > 1 ? this.#greetings.shift() : this.#greetings[0]) ?? "");
  };

  say(text: string): void {
    this.#response?.write(text);
  }

  end(): void {
    this.#response?.end();
  }
}

export const event = (id: number | "", name: string, data: unknown): string =>
  `id: ${id}\nevent: ${name}\ndata: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
