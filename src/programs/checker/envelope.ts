import { Type } from "typebox";
import { Envelope } from "../../core/contract/envelope.ts";
import { type Answer, codeOf, type Fields, isObject } from "./answer.ts";
import { oddIntegerIn, repeatedNameIn } from "./json.ts";
import type { Finding, Findings } from "./report/findings.ts";
import { cut, shown } from "./report/shown.ts";
import type { RuleId } from "./rules.ts";
import { findingOf, schemaViolations } from "./schema-violations.ts";

const AnyEnvelope = Envelope(Type.Object({}));
const ENVELOPE_RULES: Readonly<Record<string, RuleId>> = {
  "/code": "envelope.code",
  "/msg": "envelope.msg",
  "/data": "envelope.data",
};

/** Checks what holds for every HTTP answer: JSON, the envelope, and what code 0 says. */
export function checkEnvelope(findings: Findings, answer: Answer): void {
  const { request, headers, body, json, isRightJson } = answer;
  const mediaType = headers["content-type"] ?? "none";
  const expect = (rule: RuleId, holds: boolean, expected: string, found: string) =>
    findings.note(rule, holds ? undefined : { where: request, expected, found });
  expect("http.media-type", isJsonType(mediaType), "Content-Type: application/json", cut(mediaType));
  const text = cut(new TextDecoder("utf-8", { ignoreBOM: true }).decode(body.subarray(0, 400)));
  expect("http.json", isRightJson, "JSON in UTF-8, without a byte order mark", text || "nothing");
  if (json === undefined) return;
  const oddInteger = oddIntegerIn(body);
  expect("http.integers", oddInteger === undefined, "integers without a fraction or exponent", `${oddInteger}`);
  const twice = repeatedNameIn(body);
  expect("http.names", twice === undefined, "each name once in an object", `${twice} twice`);
  if (!isObject(json)) expect("envelope.data", false, "an object with code, msg and data", shown(json));
  else checkMembers(findings, answer, json);
}

function checkMembers(findings: Findings, { request, status }: Answer, json: Fields): void {
  const found = schemaViolations(AnyEnvelope, json);
  for (const [path, rule] of Object.entries(ENVELOPE_RULES)) {
    const violation = found.find((one) => one.path === path);
    findings.note(rule, violation && findingOf(violation, `${request} → ${path}`));
  }
  if (json.code === 0 && request.startsWith("GET ")) checkSuccessMembers(findings, { request, status, msg: json.msg });
}

interface SuccessMembers {
  readonly request: string;
  readonly status: number;
  readonly msg: unknown;
}

/** Code 0 stands for success, and success for HTTP 200 and the message `success`: spec §7 rule 1. */
function checkSuccessMembers(findings: Findings, { request, status, msg }: SuccessMembers): void {
  const expect = (rule: RuleId, holds: boolean, finding: Finding) => findings.note(rule, holds ? undefined : finding);
  const found = `HTTP ${status}`;
  expect("success.status", status === 200, { where: request, expected: "HTTP 200 with code 0", found });
  if (typeof msg !== "string") return;
  expect("success.msg", msg === "success", { where: `${request} → /msg`, expected: '"success"', found: shown(msg) });
}

/** Another character set than UTF-8 cannot be that of JSON. */
const isJsonType = (mediaType: string): boolean =>
  /^application\/json\s*(;|$)/i.test(mediaType) && !/;\s*charset="?(?!utf-8)/i.test(mediaType);

/** Checks that a read succeeds; what else code 0 says was checked already. */
export function checkSuccess(findings: Findings, answer: Answer): void {
  const { request: where, status } = answer;
  const code = codeOf(answer);
  if (status === 0) return;
  if (Number.isInteger(code))
    findings.note(
      "success.code",
      code === 0 ? undefined : { where: `${where} → /code`, expected: "0", found: shown(code) },
    );
  if (code !== 0 && status !== 200)
    findings.note("success.status", { where, expected: "HTTP 200", found: `HTTP ${status}` });
}
