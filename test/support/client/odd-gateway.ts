import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Something that answers over HTTP as a test says, and keeps what it was asked. */
export class OddGateway {
  readonly asked: IncomingMessage[] = [];
  readonly #server = createServer((request, response) => {
    this.asked.push(request);
    this.#answer(request, response);
  });
  readonly #sockets = new Set<Socket>();
  #answer: Answer;

  private constructor(answer: Answer) {
    this.#answer = answer;
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  static async start(answer: Answer): Promise<OddGateway> {
    const gateway = new OddGateway(answer);
    await once(gateway.#server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => gateway.stop());
    return gateway;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The targets that it was asked for, without those by which a client gets to know it. */
  get targets(): readonly (string | undefined)[] {
    return this.asked.map(({ url }) => url).filter((url) => url !== "/clip/v2/resource/bridge");
  }

  set answer(answer: Answer) {
    this.#answer = answer;
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Answers with JSON. */
export const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(value));
  };

/** Answers with a success that holds some resources. */
export const list = (...arr: readonly object[]): Answer => json({ code: 0, msg: "success", data: { arr, obj: {} } });

/** Takes answers in turn; the last one stays. */
export const inTurn = (...answers: readonly [Answer, ...Answer[]]): Answer => {
  const left = [...answers];
  return (request, response) => (left.length > 1 ? left.shift() : left[0])?.(request, response);
};

/** Hangs up without a word. */
export const hangUp: Answer = (request) => void request.socket.destroy();

/** Says nothing, and stays. */
export const silence: Answer = () => undefined;
