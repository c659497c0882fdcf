import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { CommandName, GivenTo } from "../../src/edges/control/commands.ts";
import { Lines } from "../../src/edges/control/lines.ts";
import type { Wire } from "../../test/support/http/http-client.ts";

/** A command and what it is given. */
export type OperatorRequest = {
  [Name in CommandName]: { readonly command: Name; readonly with: GivenTo<Name> };
}[CommandName];

/** What came of it; "lost" when the gateway was gone before it answered. */
export type Answer = { readonly result: Wire } | { readonly refused: readonly string[] } | "lost";

/** A connection to the operator's socket. Several requests may be under way: they are answered in their order. */
export class OperatorLine {
  readonly #socket: Socket;
  readonly #waiting: ((answer: Answer) => void)[] = [];
  /** Settles once nothing more can be heard. */
  readonly ended: Promise<void>;
  #isOver = false;

  private constructor(socket: Socket) {
    this.#socket = socket.on("error", () => undefined);
    const lines = new Lines(Number.POSITIVE_INFINITY);
    socket.on("data", (piece) => {
      const whole = lines.take(piece);
      if (whole !== "too-long") for (const line of whole) this.#hear(JSON.parse(Buffer.from(line).toString("utf8")));
    });
    this.ended = new Promise((resolve) => {
      socket.once("close", () => {
        this.#isOver = true;
        for (const waiting of this.#waiting.splice(0)) waiting("lost");
        resolve();
      });
    });
  }

  /** Rejects when no gateway listens there. */
  static async open(folder: string): Promise<OperatorLine> {
    const socket = connect(join(folder, "control.sock"));
    await once(socket, "connect");
    return new OperatorLine(socket);
  }

  ask(request: OperatorRequest): Promise<Answer> {
    if (this.#isOver) return Promise.resolve("lost");
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#socket.write(`${JSON.stringify(request)}\n`);
    });
  }

  /** What came of it, if it was done. */
  async done(request: OperatorRequest): Promise<Wire> {
    const answer = await this.ask(request);
    if (answer === "lost" || "refused" in answer) throw new Error(`not done: ${JSON.stringify({ request, answer })}`);
    return answer.result;
  }

  /** The words with which it was refused. */
  async refusal(request: OperatorRequest): Promise<string> {
    const answer = await this.ask(request);
    if (answer === "lost" || "result" in answer) throw new Error(`not refused: ${JSON.stringify({ request, answer })}`);
    return answer.refused.join("\n");
  }

  #hear(reply: { readonly news: unknown } | Exclude<Answer, "lost">): void {
    if (!("news" in reply)) this.#waiting.shift()?.(reply);
  }

  close(): void {
    this.#socket.destroy();
  }
}
