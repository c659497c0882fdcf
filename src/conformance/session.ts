import { Type } from "typebox";
import { Envelope } from "../contract/envelope.ts";
import type { Answer } from "./answer.ts";
import { findingOf, misfits } from "./misfits.ts";
import type { Asking, Reader, Unanswered } from "./reader.ts";
import type { Finding, Findings } from "./report/findings.ts";
import { cut } from "./report/shown.ts";
import type { RuleId } from "./rules.ts";

/** Why nothing, or nothing more, can be checked, in words for a person. */
export class NotCheckable extends Error {
  override readonly name = "NotCheckable";
}

/** After so many requests without an answer there is nothing more to learn. */
const MOST_UNANSWERED = 3;

/** How often something is looked at before it counts as wrong: a home may change between two reads. */
const LOOKS = 3;

const AnyEnvelope = Envelope(Type.Object({}));
const ENVELOPE_RULES: Readonly<Record<string, RuleId>> = {
  "/code": "envelope.code",
  "/msg": "envelope.msg",
  "/data": "envelope.data",
};

/** One gateway that is being checked: asks it, and checks what every answer must be. */
export class Session {
  readonly reader: Reader;
  readonly findings: Findings;
  #unanswered = 0;

  constructor(reader: Reader, findings: Findings) {
    this.reader = reader;
    this.findings = findings;
  }

  /** Asks for something that comes in the envelope. */
  async ask(target: string, asking?: Asking): Promise<Answer> {
    const answer = await this.askPlainly(target, asking);
    if (answer.status !== 0) this.#checkEnvelope(answer);
    return answer;
  }

  /** Asks for something that does not. */
  async askPlainly(target: string, asking?: Asking): Promise<Answer> {
    try {
      const answer = await this.reader.ask(target, asking);
      this.findings.note("http.answers");
      return answer;
    } catch (error) {
      const { message: found } = error as Unanswered;
      this.#unanswered += 1;
      if (this.#unanswered === this.reader.requests || this.#unanswered >= MOST_UNANSWERED)
        throw new NotCheckable(`${this.reader.url.origin} cannot be checked: ${found}.`, { cause: error });
      const asked = `${asking?.method ?? "GET"} ${target}`;
      this.findings.note("http.answers", { where: asked, expected: "an answer", found });
      return { asked, status: 0, headers: {}, body: new Uint8Array(), json: undefined };
    }
  }

  expect(rule: RuleId, holds: boolean, finding: Finding): void {
    this.findings.note(rule, holds ? undefined : finding);
  }

  /** Looks again at what does not hold, as it may only have changed between two reads. */
  async expectSteadily(rule: RuleId, look: (times: number) => Promise<Finding | undefined>): Promise<void> {
    let finding = await look(0);
    for (let times = 1; finding !== undefined && times < LOOKS; times += 1) finding = await look(times);
    this.findings.note(rule, finding);
  }

  #checkEnvelope({ asked, headers, body, json }: Answer): void {
    const mediaType = headers["content-type"] ?? "none";
    this.expect("http.media-type", /^application\/json\s*(;|$)/i.test(mediaType), {
      where: asked,
      expected: "Content-Type: application/json",
      found: cut(mediaType),
    });
    const text = cut(new TextDecoder().decode(body.subarray(0, 400)));
    this.expect("http.json", json !== undefined, { where: asked, expected: "JSON in UTF-8", found: text || "nothing" });
    if (json === undefined) return;
    const found = misfits(AnyEnvelope, json);
    for (const [path, rule] of Object.entries(ENVELOPE_RULES)) {
      const misfit = found.find((one) => one.path === path || one.path === "");
      this.findings.note(rule, misfit && findingOf(misfit, `${asked} → ${path}`));
    }
  }
}
