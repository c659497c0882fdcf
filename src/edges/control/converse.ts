import type { Socket } from "node:net";
import { contained } from "../../shared/connection-faults.ts";
import type { BrowserRequest } from "./answer.ts";
import { type Conversation, refused } from "./command.ts";
import type { Controls } from "./controls.ts";
import { LINE_END, Lines } from "./lines.ts";
import { type Answer, MAX_LINE_BYTES, type Reply } from "./protocol.ts";

export interface Conversing {
  readonly controls: Controls;
  /** Whether operators have taken enough of what they were answered. */
  readonly hasRoom: () => boolean;
  /** Called with what went wrong inside the gateway. */
  readonly onFault: (fault: unknown) => void;
}

/** Takes a while, so it is not waited for before the gateway is ready. */
export const loadAnswers = () => import("./answer.ts");

/** Answers browsers that have a session. */
export const answersToBrowsers =
  (controls: Controls) =>
  async (request: BrowserRequest, conversation: Conversation<unknown>): Promise<Answer> => {
    const { answerToBrowser } = await loadAnswers();
    return controls.turns.begin(conversation, () => answerToBrowser(request, controls, conversation));
  };

/** The same at a front of a fleet. */
export const answersAtFront =
  (controls: Controls) =>
  async (request: BrowserRequest, conversation: Conversation<unknown>): Promise<Answer> => {
    const { answerAtFront } = await loadAnswers();
    return controls.turns.begin(conversation, () => answerAtFront(request, controls, conversation));
  };

const NOTHING = new Uint8Array(0);
const FAILED = refused("The gateway failed to carry out the command. See its log.");
const TOO_LONG = refused(`The line is too long: expected at most ${MAX_LINE_BYTES} bytes.`);

/** All operators at the socket are one user of this machine. */
const OWNER = "operator's socket";

/**
 * One operator at the socket. A line is in work at a time: nothing more is read before its answer was taken. An operator
 * who closes their side gets no more news, and one who is gone no more of their lines done.
 */
export class OperatorConnection {
  readonly #socket: Socket;
  readonly #conversing: Conversing;
  readonly #lines = new Lines(MAX_LINE_BYTES);
  readonly #ending = new AbortController();
  /** What has come behind the line that is in work. */
  #held: Uint8Array = NOTHING;
  #isWorking = false;
  #hasEnded = false;

  constructor(socket: Socket, conversing: Conversing) {
    this.#socket = socket;
    this.#conversing = conversing;
    const { onFault } = conversing;
    socket.on("data", contained({ end: () => socket.destroy(), onFault }, this.#receive));
    socket.once("end", () => {
      this.#hasEnded = true;
      this.#ending.abort();
      this.#goOn();
    });
    socket.once("close", () => this.#ending.abort());
  }

  /** While a line is in work the socket is read until something comes, as only so it is seen that the operator has enough. */
  readonly #receive = (piece: Uint8Array): void => {
    if (!this.#socket.writable) return;
    this.#held = this.#held.byteLength > 0 ? Buffer.concat([this.#held, piece]) : piece;
    if (this.#isWorking) this.#socket.pause();
    else this.#goOn();
  };

  /** Takes the next line, or reads on. */
  #goOn(): void {
    if (this.#isWorking || !this.#socket.writable) return;
    const line = this.#nextLine();
    if (line === "too-long") this.#refuse();
    else if (line) void this.#work(line);
    else if (this.#hasEnded) this.#socket.end();
    else this.#socket.resume();
  }

  #nextLine(): Uint8Array | "too-long" | undefined {
    const held = this.#held;
    const length = held.indexOf(LINE_END) + 1 || held.byteLength;
    this.#held = held.subarray(length);
    const whole = this.#lines.take(held.subarray(0, length));
    if (whole === "too-long") return whole;
    const [line] = whole;
    return line ?? (this.#hasEnded ? this.#lastLine() : undefined);
  }

  /** It may lack its end. */
  #lastLine(): Uint8Array | undefined {
    const rest = this.#lines.rest();
    return rest.byteLength > 0 ? rest : undefined;
  }

  async #work(line: Uint8Array): Promise<void> {
    this.#isWorking = true;
    if (this.#held.byteLength > 0) this.#socket.pause();
    const answer = await this.#answerTo(line);
    this.#send(answer, () => {
      this.#isWorking = false;
      this.#goOn();
    });
  }

  /** As a line. */
  async #answerTo(line: Uint8Array): Promise<string> {
    const { controls, hasRoom, onFault } = this.#conversing;
    const socket = this.#socket;
    const conversation: Conversation<unknown> = {
      owner: OWNER,
      isOver: () => socket.destroyed,
      hasRoom,
      tell: (news) => this.#send(lineOf({ news })),
      isBehind: () => socket.writableNeedDrain,
      ended: this.#ending.signal,
    };
    try {
      const { answerTo } = await loadAnswers();
      return lineOf(await controls.turns.begin(conversation, () => answerTo(line, controls, conversation)));
    } catch (fault) {
      onFault(fault);
      return lineOf(FAILED);
    }
  }

  /** Calls back once the operator has taken it. */
  #send(line: string, onTaken?: () => void): void {
    if (this.#socket.writable) this.#socket.write(line, onTaken);
  }

  /** The rest of the input is discarded, so that the operator receives the reason instead of a reset. */
  #refuse(): void {
    this.#ending.abort();
    this.#socket.end(lineOf(TOO_LONG));
    this.#socket.resume();
  }
}

const lineOf = (reply: Reply): string => `${JSON.stringify(reply)}\n`;
