import type { ServerResponse } from "node:http";
import type { Author } from "../../../core/home/trail-entry.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { InFlight } from "../server/in-flight.ts";
import { CLIENT_END } from "../server/one-request-socket.ts";
import { COMMAND_STREAM_HEADERS } from "../server/serialize-response.ts";
import { UntakenLines } from "./untaken-lines.ts";

/** A command of the operator's, by a browser that has a session or, where keys may edit the home, by a client. */
export interface CommandRequest {
  readonly command: string;
  /** What the command is given, as JSON; nothing for nothing. */
  readonly given: Uint8Array;
  readonly clientAddress: string;
  /** Empty for a client with a key. */
  readonly sessionId: string;
  /** The client; undefined for the operator. */
  readonly by?: Author;
}

/** The operator's side of a command that runs. */
interface CommandConversation {
  /** The client's address: clients have equal shares. */
  readonly owner: string;
  /** Whether the client has left, or was told that its command came to an end. */
  readonly isOver: () => boolean;
  /** Whether clients have taken enough of their answers: a large one has room. */
  readonly hasRoom: () => boolean;
  readonly tell: (news: unknown) => void;
  /** Whether the operator has not read what was told so far. */
  readonly isBehind: () => boolean;
  /** Fires when the operator goes, the session ends, or the gateway stops. */
  readonly ended: AbortSignal;
  readonly sessionId: string;
}

/** Runs a command; gives the last line that is said. Given from outside, as HTTP knows none of the commands. */
export type RunCommand = (request: CommandRequest, conversation: CommandConversation) => Promise<object>;

export interface CommandStreamsOptions {
  readonly clock: Clock;
  /** How long a client may take nothing of what it is sent. */
  readonly sendMillis: number;
  readonly inFlight: InFlight;
  readonly onFault: (fault: unknown) => void;
}

const refused = (line: string): object => ({ refused: [line] });
const NOT_YET = refused("The gateway is starting: try again in a moment.");
const FAILED = refused("The gateway failed to carry out the command. See its log.");
const SESSION_ENDED = refused("This session has ended.");
const STOPPING = refused("The gateway is stopping.");

/** Commands that browsers have given: each is answered with lines of JSON, for as long as the command runs. */
export class CommandStreams {
  readonly #options: CommandStreamsOptions;
  readonly #open = new Set<CommandStream>();
  #run: RunCommand = async () => NOT_YET;

  constructor(options: CommandStreamsOptions) {
    this.#options = options;
  }

  /** From now on commands are run by this. */
  runBy(run: RunCommand): void {
    this.#run = run;
  }

  /** Takes over the response to a command that was granted. */
  open(response: ServerResponse, request: CommandRequest): "opened" {
    const stream = new CommandStream(response, this.#options, request);
    this.#open.add(stream);
    response.once("close", () => {
      this.#open.delete(stream);
      stream.leave();
    });
    stream.begin();
    void this.#answer(stream, request);
    return "opened";
  }

  endOf(sessionId: string): void {
    for (const stream of this.#open) if (stream.sessionId === sessionId) stream.end(SESSION_ENDED);
  }

  stop(): void {
    for (const stream of this.#open) stream.end(STOPPING);
  }

  async #answer(stream: CommandStream, request: CommandRequest): Promise<void> {
    try {
      stream.finish(await this.#run(request, stream));
    } catch (fault) {
      this.#options.onFault(fault);
      stream.finish(FAILED);
    }
  }
}

/** So much is handed to the socket at once: a client has its time anew for each piece. */
const PIECE_BYTES = 64 * 1024;

/** One command on its way: a piece is sent once the socket has taken the one before. */
class CommandStream implements CommandConversation {
  readonly sessionId: string;
  readonly owner: string;
  readonly #response: ServerResponse;
  readonly #options: CommandStreamsOptions;
  readonly #ending = new AbortController();
  readonly #waiting: UntakenLines;
  #isSending = false;
  #isFinished = false;
  #cancelDeadline: () => void = () => undefined;

  constructor(
    response: ServerResponse,
    options: CommandStreamsOptions,
    { sessionId, clientAddress }: Pick<CommandRequest, "sessionId" | "clientAddress">,
  ) {
    this.#response = response;
    this.#options = options;
    this.sessionId = sessionId;
    this.owner = clientAddress;
    this.#waiting = new UntakenLines(options.inFlight, clientAddress);
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  readonly isBehind = (): boolean => !this.#waiting.isEmpty;

  readonly isOver = (): boolean => this.#isFinished;

  readonly hasRoom = (): boolean => this.#waiting.hasRoom;

  begin(): void {
    this.#response.writeHead(200, COMMAND_STREAM_HEADERS);
    this.#response.flushHeaders();
    this.#response.req.socket.once(CLIENT_END, this.#abort);
  }

  readonly tell = (news: unknown): void => this.#say({ news });

  /** The last line. */
  finish(line: object): void {
    this.#say(line);
    this.#isFinished = true;
    this.#send();
  }

  /** The command comes to an end: what it answers at once is still said, such as that this very session was ended. */
  end(otherwise: object): void {
    this.#abort();
    setImmediate(() => {
      if (this.isBehind()) this.#response.req.socket.destroy();
      else this.finish(otherwise);
    });
  }

  /** The client is gone. */
  leave(): void {
    this.#isFinished = true;
    this.#waiting.drop();
    this.#abort();
    this.#cancelDeadline();
    this.#response.req.socket.off(CLIENT_END, this.#abort);
  }

  readonly #abort = (): void => this.#ending.abort();

  #say(line: object): void {
    if (this.#isFinished) return;
    this.#waiting.add(Buffer.from(`${JSON.stringify(line)}\n`));
    this.#send();
  }

  #send(): void {
    if (this.#isSending || !this.#response.writable) return;
    const piece = this.#waiting.next(PIECE_BYTES);
    if (!piece) {
      if (this.#isFinished) this.#response.end();
      return;
    }
    const { clock, sendMillis } = this.#options;
    this.#isSending = true;
    this.#cancelDeadline = clock.after(sendMillis, () => this.#response.req.socket.destroy());
    this.#response.write(piece, (error) => {
      this.#cancelDeadline();
      this.#isSending = false;
      if (!error) this.#send();
    });
  }
}
