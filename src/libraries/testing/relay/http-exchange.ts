import { OPERATIONS } from "../../../core/contract/operations.ts";
import type { Clock } from "../../../shared/clock.ts";
import { pathOf } from "../request-filter.ts";
import type { OpenEntry, RequestLog } from "../request-log.ts";
import type { Occasion, Rules } from "../rules.ts";
import { corrupted, endingEarly, madeUp, NO_ANSWER, type PassedAnswer, untouched } from "./answers.ts";
import { changedHead, type HttpHead } from "./http-head.ts";
import type { Piece } from "./http-reader.ts";
import { passedEvents } from "./passed-events.ts";
import { late, type WayOut } from "./way-out.ts";

export interface ExchangeEnds {
  readonly rules: Rules;
  readonly log: RequestLog;
  readonly clock: Clock;
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
  readonly #way: WayOut;
  readonly #answer: PassedAnswer;
  #isInterim = false;
  readonly #logged: OpenEntry;

  constructor(request: HttpHead, ends: ExchangeEnds) {
    const [method, target] = request.line;
    this.#ends = ends;
    this.#occasion = { door: "http", method, target };
    this.#isStream = pathOf(target) === OPERATIONS.watchEvents.path;
    this.#as = misbehaviourAt(this.#occasion, ends.rules, this.#isStream);
    const as = this.#as;
    this.#way = as?.kind === "delay" || as?.kind === "slow" ? late(ends.way, as, ends.clock) : ends.way;
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
    if (piece.kind === "body") this.#logged.addBody(piece.data.toString("utf8"));
    this.#send(piece.bytes);
    if (piece.kind === "end" && this.#as?.kind === "hang") this.#logged.settle();
    if (piece.kind !== "end" || this.#as?.kind !== "answer") return;
    this.#answered(this.#as.status);
    this.#ends.way.write(madeUp(this.#as));
    this.#ends.onOver();
  }

  /** More of the answer; what comes before it (100 Continue) is none. */
  hear(piece: Piece): void {
    if (piece.kind === "head") this.#isInterim = piece.head.line[1].startsWith("1");
    if (this.#isInterim) {
      this.#way.write(piece.bytes);
      return;
    }
    if (piece.kind === "head" && this.#as?.kind !== "hang") this.#answered(Number(piece.head.line[1]));
    this.#answer.take(piece);
    if (piece.kind === "end" && !this.isStuck) this.#way.finish(this.#ends.onOver);
  }

  /** One side is gone: there will be no more of an answer. */
  abandon(): void {
    this.#logged.settle();
  }

  /** Calls back once everything has left. */
  afterwards(then: () => void): void {
    this.#way.finish(then);
  }

  get isStuck(): boolean {
    return this.#answer.isStuck?.() ?? false;
  }

  #answered(status: number): void {
    this.#logged.answered(status);
    this.#logged.settle();
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
