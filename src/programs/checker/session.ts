import type { Answer } from "./answer.ts";
import { checkEnvelope } from "./envelope.ts";
import { PlainReads } from "./plain-reads.ts";
import { type Reader, type RequestOptions, TimedOut, Unanswered } from "./reader.ts";
import type { Finding, Findings } from "./report/findings.ts";
import type { RuleId } from "./rules.ts";

/** Why nothing, or nothing more, can be checked, in a sentence for a person. */
export class NotCheckable extends Error {
  override readonly name = "NotCheckable";
}

/** After so many requests in a row without an answer, or so many long waits, there is nothing more to learn. */
const MOST_UNANSWERED_IN_A_ROW = 3;
const MOST_TIMED_OUT = 6;

/** How often a read is sent that is not answered: a fault that comes and goes must not spoil all other rules. */
const TRIES = 2;

/** How long a read may take of which the document says nothing. */
const UNDESCRIBED_MILLIS = 5_000;

/** How often a rule is checked before it counts as broken: a home may change between two reads. */
const LOOKS = 3;

/** The reads that the document describes; it says nothing of other paths. */
const DESCRIBED = /^\/clip\/v2\/resource\/(?:(?:device|light|sync|room|scene)|(?:device|light|sync)\/[^/?]+)(?:\?|$)/;

/**
 * What a look at a rule shows: a finding, none, that it cannot be judged because of a fault elsewhere, or that it cannot
 * be judged just now because the home is changing.
 */
export type Look = Finding | undefined | "unclear" | "changing";

/** The gateway that is being checked: sends requests, and checks what holds for every answer. */
export class Session {
  readonly reader: Reader;
  readonly findings: Findings;
  readonly plainReads = new PlainReads();
  #unansweredInARow = 0;
  #hasAnswered = false;
  #timedOut = 0;

  constructor(reader: Reader, findings: Findings) {
    this.reader = reader;
    this.findings = findings;
  }

  /** Sends a request whose answer has the envelope; the answer has status 0 if there is none. */
  async ask(target: string, options?: RequestOptions): Promise<Answer> {
    const answer = await this.askPlainly(target, options);
    if (answer.status !== 0) checkEnvelope(this.findings, answer);
    return answer;
  }

  /**
   * Sends a request whose answer has no envelope. A read that the document describes is sent again if it is not answered,
   * and has an answer in the end; of anything else a gateway need not know.
   */
  async askPlainly(target: string, options: RequestOptions = {}): Promise<Answer> {
    const { method = "GET" } = options;
    const isDescribed = method === "GET" && DESCRIBED.test(target);
    const timeoutMillis = method === "GET" && !isDescribed ? UNDESCRIBED_MILLIS : undefined;
    for (let tries = isDescribed ? TRIES : 1; tries > 0; tries -= 1) {
      const outcome = await this.reader.ask(target, { timeoutMillis, ...options }).catch((error: Unanswered) => error);
      if (isDescribed) this.#noteAnswer(target, outcome, tries === 1);
      if (!(outcome instanceof Unanswered)) return outcome;
    }
    const request = `${method} ${target}`;
    return { request, status: 0, headers: {}, body: new Uint8Array(), json: undefined, isRightJson: false };
  }

  /** Throws where nothing more can be expected of a gateway. */
  #noteAnswer(target: string, outcome: Answer | Unanswered, isLastTry: boolean): void {
    if (!(outcome instanceof Unanswered)) {
      this.#hasAnswered = true;
      this.#unansweredInARow = 0;
      this.findings.note("http.answers");
      this.#noteStatus(outcome);
      return;
    }
    const { message: found } = outcome;
    if (outcome instanceof TimedOut) this.#timedOut += 1;
    if (isLastTry) this.#unansweredInARow += 1;
    if (this.#hasAnswered) this.findings.note("http.answers", { where: `GET ${target}`, expected: "an answer", found });
    const isSilent = !this.#hasAnswered && (isLastTry || outcome instanceof TimedOut);
    const isLost = this.#unansweredInARow >= MOST_UNANSWERED_IN_A_ROW || this.#timedOut >= MOST_TIMED_OUT;
    if (isSilent || isLost)
      throw new NotCheckable(`${this.reader.url.origin} cannot be checked: ${found}.`, { cause: outcome });
  }

  /** What fails in the gateway itself is no answer that a client can use. */
  #noteStatus({ request: where, status }: Answer): void {
    const finding = { where, expected: "a status below 500", found: `HTTP ${status}` };
    this.findings.note("http.server-error", status < 500 ? undefined : finding);
  }

  expect(rule: RuleId, holds: boolean, finding: Finding): void {
    this.findings.note(rule, holds ? undefined : finding);
  }

  /** Whether a rule held whenever it was looked at: what rests on it cannot be judged otherwise. */
  hasHeld(...rules: readonly RuleId[]): boolean {
    return rules.every((rule) => (this.findings.lookedAt(rule)?.faults ?? 0) === 0);
  }

  /** Checks a rule again that does not hold, as the home may only have changed between two reads; gives the last look. */
  async expectSteadily(rule: RuleId, look: (times: number) => Promise<Look>): Promise<Look> {
    let seen = await look(0);
    for (let times = 1; seen !== undefined && seen !== "unclear" && times < LOOKS; times += 1) seen = await look(times);
    if (typeof seen !== "string") this.findings.note(rule, seen);
    return seen;
  }
}
