import { connect, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { Seeded } from "../../test/support/home/seeded.ts";
import { answersIn, type FuzzAnswer, wrongWith } from "./fuzz-answers.ts";
import { inPieces, mutated, type Odd } from "./fuzz-mutation.ts";
import type { FuzzRequest, FuzzRequests } from "./fuzz-requests.ts";

const ODD: Odd = [
  ...["\r", "\n", "\r\n", "\r\n\r\n", " ", "\t", "\0", ":", ",", "\r\n ", "\x0b", "\x7f", "\x80", "%", "?", "/", "0"],
  ...["CONNECT x:1 HTTP/1.1\r\nHost: a\r\n\r\n", "GET /eventstream/clip/v2 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ...["Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n", "Connection: close\r\n", "Upgrade: h2c\r\n"],
  ...["Expect: 100-continue\r\n", "Host: b\r\n", "HTTP/1.0", "HTTP/2.0", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
] as unknown as Odd;

/** What became of a conversation. */
export interface Conversed {
  readonly requests: number;
  readonly answers: number;
  readonly isReset: boolean;
  /** What must not be; the requests and what came back stand behind it. */
  readonly faults: readonly string[];
}

/** Some requests on one connection, the last perhaps damaged, cut wherever, perhaps reset at any moment. */
export async function converse(port: number, requests: FuzzRequests, chance: Seeded): Promise<Conversed> {
  const good = Array.from({ length: chance.below(8) }, () => requests.any());
  const isDamaged = good.length === 0 || chance.below(3) > 0;
  const last = isDamaged ? mutated(Buffer.from(requests.any().bytes, "latin1"), chance, ODD) : Buffer.alloc(0);
  const isReset = chance.below(3) === 0;
  const line = await Line.open(port);
  if (chance.below(2) === 0) await inTurn(line, good, chance);
  else await line.write(Buffer.from(good.map(({ bytes }) => bytes).join(""), "latin1"), chance);
  await line.write(last, chance);
  if (isReset) await line.reset(chance.below(12));
  const bytes = await line.end();
  const answers = answersIn(
    bytes,
    good.map(({ method }) => method),
  );
  const faults = [
    ...(line.wasLeftOpen ? ["the connection is open long after its end"] : []),
    ...faultsIn(answers, good, { isCutOff: isReset || line.wasSlow }),
  ].map((fault) => describe(fault, { good, last, bytes }));
  return { requests: good.length + (isDamaged ? 1 : 0), answers: answers.length, isReset, faults };
}

/** Each request once the one before it is answered: then plain reads are answered in the fast lane. */
async function inTurn(line: Line, good: readonly FuzzRequest[], chance: Seeded): Promise<void> {
  for (const [at, { bytes }] of good.entries()) {
    await line.write(Buffer.from(bytes, "latin1"), chance);
    await line.until(
      (so) =>
        answersIn(
          so,
          good.map(({ method }) => method),
        ).filter(({ isWhole }) => isWhole).length > at,
    );
  }
}

function faultsIn(
  answers: readonly FuzzAnswer[],
  good: readonly FuzzRequest[],
  { isCutOff }: { readonly isCutOff: boolean },
): readonly string[] {
  const wrong = answers.map(wrongWith).filter((fault) => fault !== undefined);
  const strange = good.flatMap(({ isAnswer }, at) => {
    const answer = answers[at];
    if (!answer?.isWhole) return isCutOff ? [] : [`request ${at} has no answer`];
    return isAnswer(answer) || answer.status === 503 ? [] : [`answer ${at} is not that of request ${at}`];
  });
  return [...wrong, ...strange];
}

const describe = (
  fault: string,
  { good, last, bytes }: { readonly good: readonly FuzzRequest[]; readonly last: Buffer; readonly bytes: Buffer },
): string =>
  [
    fault,
    ...good.map((request) => JSON.stringify(request.bytes)),
    JSON.stringify(last.toString("latin1")),
    `→ ${JSON.stringify(bytes.toString("latin1").slice(0, 2_000))}`,
  ].join("\n    ");

/** Shorter than any of the gateway's time limits: a machine that is shared may stand still for as long. */
const SLOW_MILLIS = 4_000;

/** Longer than all of the gateway's time limits together: a connection that is open then would stay so. */
const LEFT_OPEN_MILLIS = 120_000;

/** One connection. */
class Line {
  readonly #socket: Socket;
  readonly #closed: Promise<unknown>;
  readonly #chunks: Buffer[] = [];
  #wake: () => void = () => undefined;
  #spokeAtMillis = performance.now();
  #hasEnded = false;
  #wasSlow = false;
  #wasLeftOpen = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once("close", resolve));
    socket.setNoDelay().on("error", () => undefined);
    const patience = setTimeout(() => {
      this.#wasLeftOpen = true;
      socket.destroy();
    }, LEFT_OPEN_MILLIS);
    socket.once("close", () => clearTimeout(patience));
    socket.on("data", (chunk) => {
      this.#chunks.push(chunk);
      this.#wake();
    });
    socket.once("end", () => {
      this.#hasEnded = true;
      this.#wasSlow = performance.now() - this.#spokeAtMillis > SLOW_MILLIS;
      this.#wake();
    });
    socket.once("close", () => this.#wake());
  }

  static open(port: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => resolve(new Line(socket)));
      socket.once("error", reject);
    });
  }

  /** Whether the gateway ended a connection on which this process had said nothing for long: it may. */
  get wasSlow(): boolean {
    return this.#wasSlow;
  }

  /** Whether nothing ended the connection. */
  get wasLeftOpen(): boolean {
    return this.#wasLeftOpen;
  }

  async write(bytes: Buffer, chance: Seeded): Promise<void> {
    for (const piece of inPieces(bytes, chance)) {
      if (!this.#socket.writable) return;
      this.#socket.write(piece);
      this.#spokeAtMillis = performance.now();
      if (chance.below(2) === 0) await turn();
    }
  }

  /** Waits until what came is enough, or nothing more will come. */
  async until(isEnough: (bytes: Buffer) => boolean): Promise<void> {
    while (!this.#socket.destroyed && !this.#hasEnded && !isEnough(Buffer.concat(this.#chunks))) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async reset(turns: number): Promise<void> {
    for (let left = turns; left > 0; left -= 1) await turn();
    this.#socket.resetAndDestroy();
  }

  /** Says that no more will come; gives all that came. */
  async end(): Promise<Buffer> {
    if (!this.#socket.destroyed) this.#socket.end();
    await this.#closed;
    return Buffer.concat(this.#chunks);
  }
}
