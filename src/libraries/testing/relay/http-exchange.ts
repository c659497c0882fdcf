import { OPERATIONS } from "../../../core/contract/operations.ts";
import { pathOf } from "../request-filter.ts";
import type { OpenEntry, RequestLog } from "../request-log.ts";
import type { Occasion, Rules } from "../rules.ts";
import { corrupted, endingEarly, madeUp, NO_ANSWER, type PassedAnswer, untouched } from "./answers.ts";
import { changedHead, type HttpHead } from "./http-head.ts";
import type { Piece } from "./http-reader.ts";
import { passedEvents } from "./passed-events.ts";
import { type LateBy, late, type WayOut } from "./way-out.ts";

export interface ExchangeEnds extends LateBy {
  readonly rules: Rules;
  readonly log: RequestLog;
  readonly way: WayOut;
  readonly toGateway: (bytes: Buffer) => void;
  readonly cut: () => void;
  readonly onOver: () => void;
}

const ON_REQUESTS = ["delay", "slow", "hang", "answer", "malformed-json", "wrong-len"] as const;
/** In streams of events these wait for the next message. */
const ON_ANSWERS = ["cut", "stall"] as const;

/** What would make an answer another one than its plain text. */
const PACKED_OR_KNOWN = ["accept-encoding", "if-none-match"];

/** One request and its answer, and what goes wrong between them. */
export class HttpExchange {
  readonly #ends: ExchangeEnds;
  readonly #occasion: Occasion;
  readonly #isStream: boolean;
  readonly #as: ReturnType<typeof misbehaviourAt>;
  readonly #isLate: boolean;
  readonly #way: WayOut;
  readonly #answer: PassedAnswer;
  #isInterim = false;
  #hasAnswer = false;
  /** Of a head that the client has not got yet. */
  #status: number | undefined;
  readonly #logged: OpenEntry;
  /** A character of the request's body may come in pieces. */
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(request: HttpHead, ends: ExchangeEnds) {
    const [method, target] = request.line;
    this.#ends = ends;
    this.#occasion = { door: "http", method, target };
    this.#isStream = pathOf(target) === OPERATIONS.watchEvents.path;
    this.#as = misbehaviourAt(this.#occasion, ends.rules, this.#isStream);
    const as = this.#as;
    const lateness = as?.kind === "delay" || as?.kind === "slow" ? as : undefined;
    this.#isLate = lateness !== undefined;
    this.#way = this.#noticing(lateness ? late(ends.way, lateness, ends) : ends.way);
    this.#answer = this.#passedAnswer();
    this.#logged = ends.log.add({ method, path: target, headers: { ...request.headers } });
    const isEdited = as?.kind === "malformed-json" || as?.kind === "wrong-len";
    this.#send(isEdited ? changedHead(request, PACKED_OR_KNOWN) : request.bytes);
  }

  get isHeadOnly(): boolean {
    return this.#occasion.method === "HEAD";
  }

  /** More of the request. */
  ask(piece: Piece): void {
    if (piece.kind === "body") this.#logged.addBody(this.#decoder.decode(piece.data, { stream: true }));
    if (piece.kind === "end") this.#logged.addBody(this.#decoder.decode());
    this.#send(piece.bytes);
    if (piece.kind === "end" && this.#as?.kind === "hang") this.#logged.settle();
    if (piece.kind !== "end" || this.#as?.kind !== "answer") return;
    this.#status = this.#as.status;
    this.#way.write(madeUp(this.#as, { isHeadOnly: this.isHeadOnly }));
    this.#ends.onOver();
  }

  /** More of the answer; what comes before it (100 Continue) is none. */
  hear(piece: Piece): void {
    if (piece.kind === "head") this.#isInterim = piece.head.line[1].startsWith("1");
    if (this.#isInterim) {
      this.#way.write(piece.bytes);
      return;
    }
    if (piece.kind === "head") {
      this.#hasAnswer = true;
      this.#status = Number(piece.head.line[1]);
      // It may be the test that waits for the request and then advances the clock.
      if (this.#as?.kind === "delay") this.#logged.decided();
    }
    this.#answer.take(piece);
    if (piece.kind === "end" && !this.isStuck) this.#way.finish(this.#ends.onOver);
  }

  /** The client is gone. */
  abandon(): void {
    this.#logged.settle();
  }

  /** The gateway sends nothing more; what it has answered may still be on its way. */
  gatewayEnded(): void {
    if (!this.#hasAnswer) this.#logged.settle();
  }

  /** The client sends nothing more. One whose answer is late has given up: hardly any only closes its own side. */
  clientEnded(): void {
    if (this.#isLate) this.#logged.settle();
  }

  /** Calls back once everything has left. */
  afterwards(then: () => void): void {
    this.#way.finish(then);
  }

  get isStuck(): boolean {
    return this.#answer.isStuck?.() ?? false;
  }

  /** What is written first after a head has come begins with it; then the client has the status. */
  #noticing({ write, finish }: WayOut): WayOut {
    return {
      write: (bytes) => {
        const status = this.#status;
        this.#status = undefined;
        write(bytes, status === undefined ? undefined : () => this.#logged.settle(status));
      },
      finish,
    };
  }

  #send(bytes: Buffer): void {
    if (this.#as?.kind !== "answer") this.#ends.toGateway(bytes);
  }

  #passedAnswer(): PassedAnswer {
    const ends = { way: this.#way, cut: this.#ends.cut };
    const as = this.#as;
    if (as?.kind === "hang") return NO_ANSWER;
    if (as?.kind === "cut" || as?.kind === "stall") return endingEarly(ends, as);
    if (as?.kind === "malformed-json" || as?.kind === "wrong-len") {
      return this.isHeadOnly ? untouched(ends) : corrupted(ends, as);
    }
    if (!this.#isStream) return untouched(ends);
    return passedEvents(ends, (kinds) => this.#ends.rules.take(this.#occasion, kinds));
  }
}

const misbehaviourAt = (occasion: Occasion, rules: Rules, isStream: boolean) =>
  rules.take(occasion, isStream ? ON_REQUESTS : [...ON_REQUESTS, ...ON_ANSWERS]);
