import { Type } from "typebox";
import { Envelope } from "../contract/envelope.ts";
import type { Answer } from "./answer.ts";
import type { Reader, RequestOptions, Unanswered } from "./reader.ts";
import type { Finding, Findings } from "./report/findings.ts";
import { cut } from "./report/shown.ts";
import type { RuleId } from "./rules.ts";
import { findingOf, schemaViolations } from "./schema-violations.ts";

/** Why nothing, or nothing more, can be checked, in a sentence for a person. */
export class NotCheckable extends Error {
  override readonly name = "NotCheckable";
}

/** After so many requests without an answer there is nothing more to learn. */
const MOST_UNANSWERED = 3;

/** How often a rule is checked before it counts as broken: a home may change between two reads. */
const LOOKS = 3;

const AnyEnvelope = Envelope(Type.Object({}));
const ENVELOPE_RULES: Readonly<Record<string, RuleId>> = {
  "/code": "envelope.code",
  "/msg": "envelope.msg",
  "/data": "envelope.data",
};

/** The gateway that is being checked: sends requests, and checks what holds for every answer. */
export class Session {
  readonly reader: Reader;
  readonly findings: Findings;
  #unanswered = 0;

  constructor(reader: Reader, findings: Findings) {
    this.reader = reader;
    this.findings = findings;
  }

  /** Sends a request whose answer has the envelope. */
  async ask(target: string, options?: RequestOptions): Promise<Answer> {
    const answer = await this.askPlainly(target, options);
    if (answer.status !== 0) this.#checkEnvelope(answer);
    return answer;
  }

  /** Sends a request whose answer has no envelope. */
  async askPlainly(target: string, options?: RequestOptions): Promise<Answer> {
    try {
      const answer = await this.reader.ask(target, options);
      this.findings.note("http.answers");
      return answer;
    } catch (error) {
      const { message: found } = error as Unanswered;
      this.#unanswered += 1;
      if (this.#unanswered === this.reader.requests || this.#unanswered >= MOST_UNANSWERED)
        throw new NotCheckable(`${this.reader.url.origin} cannot be checked: ${found}.`, { cause: error });
      const request = `${options?.method ?? "GET"} ${target}`;
      this.findings.note("http.answers", { where: request, expected: "an answer", found });
      return { request, status: 0, headers: {}, body: new Uint8Array(), json: undefined };
    }
  }

  expect(rule: RuleId, holds: boolean, finding: Finding): void {
    this.findings.note(rule, holds ? undefined : finding);
  }

  /** Checks a rule again that does not hold, as the home may only have changed between two reads. */
  async expectSteadily(rule: RuleId, look: (times: number) => Promise<Finding | undefined>): Promise<void> {
    let finding = await look(0);
    for (let times = 1; finding !== undefined && times < LOOKS; times += 1) finding = await look(times);
    this.findings.note(rule, finding);
  }

  #checkEnvelope({ request, headers, body, json }: Answer): void {
    const mediaType = headers["content-type"] ?? "none";
    this.expect("http.media-type", /^application\/json\s*(;|$)/i.test(mediaType), {
      where: request,
      expected: "Content-Type: application/json",
      found: cut(mediaType),
    });
    const text = cut(new TextDecoder().decode(body.subarray(0, 400)));
    this.expect("http.json", json !== undefined, {
      where: request,
      expected: "JSON in UTF-8",
      found: text || "nothing",
    });
    if (json === undefined) return;
    const found = schemaViolations(AnyEnvelope, json);
    for (const [path, rule] of Object.entries(ENVELOPE_RULES)) {
      const violation = found.find((one) => one.path === path || one.path === "");
      this.findings.note(rule, violation && findingOf(violation, `${request} → ${path}`));
    }
  }
}
