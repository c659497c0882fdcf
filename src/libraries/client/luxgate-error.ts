import { REFUSALS, type RefusalName } from "../../core/contract/refusals.ts";
import { codeOf } from "../../shared/error-code.ts";

/**
 * Why something did not come about:
 * the names of what a gateway refuses (`not-found`, `key-needed`, `value-refused`, `pairing-shut` …), and
 * - `unreachable`: no answer, or one that broke off
 * - `timeout`: none in time
 * - `bad-answer`: one that is no answer of such a gateway
 * - `refused`: a refusal with a code that is not known here
 */
export type LuxgateErrorCode = RefusalName | "unreachable" | "timeout" | "bad-answer" | "refused";

export interface ErrorDetails {
  /** The HTTP status, where there was an answer. */
  readonly status?: number;
  /** What the gateway itself said in `code` and `msg`. */
  readonly gatewayCode?: number;
  readonly gatewayMessage?: string;
  readonly cause?: unknown;
}

/** Every fault of the client but the abort of a signal, which is thrown as it is. */
export class LuxgateError extends Error {
  override readonly name = "LuxgateError";
  readonly code: LuxgateErrorCode;
  readonly status: number | undefined;
  readonly gatewayCode: number | undefined;
  readonly gatewayMessage: string | undefined;

  constructor(code: LuxgateErrorCode, message: string, { cause, status, gatewayCode, gatewayMessage }: ErrorDetails) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.gatewayCode = gatewayCode;
    this.gatewayMessage = gatewayMessage;
  }
}

const REFUSED = new Map<number, RefusalName>(
  Object.entries(REFUSALS).map(([name, { code }]) => [code, name as RefusalName]),
);

/** The error code for a gateway's code or, for an unknown code, for the HTTP status. */
export function refusalNamed(gatewayCode: number | undefined, status: number): LuxgateErrorCode {
  const named = gatewayCode === undefined ? undefined : REFUSED.get(gatewayCode);
  if (named) return named;
  if (status === 404) return "not-found";
  if (status >= 500) return "fault";
  return gatewayCode === undefined || gatewayCode === 0 ? "bad-answer" : "refused";
}

/** Whether the same request may succeed a little later. */
export const isPassing = (error: unknown): error is LuxgateError =>
  error instanceof LuxgateError && ["unreachable", "timeout", "fault", "busy"].includes(error.code);

/**
 * Whether something else than a gateway answered: a proxy while the gateway restarts, or another server that has the
 * gateway's address now.
 */
export const isForeign = (error: unknown): error is LuxgateError =>
  error instanceof LuxgateError &&
  ["not-found", "bad-answer"].includes(error.code) &&
  error.status !== undefined &&
  error.gatewayCode === undefined;

/** Whether the gateway may be at another address now. One that answered has not moved. */
export const mayHaveMoved = (error: unknown): boolean =>
  isForeign(error) || (isPassing(error) && error.status === undefined);

/** Node's codes for connections that were never established. Browsers give no reason. */
const NEVER_CONNECTED = [
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Whether it is certain that not a byte has left, so that even a write can be tried again. */
export function hasNeverLeft(error: unknown): boolean {
  if (!(error instanceof LuxgateError) || error.code !== "unreachable") return false;
  return NEVER_CONNECTED.includes(codeOf(codeHolder(error.cause)));
}

const codeHolder = (fault: unknown): unknown => (fault instanceof Error && fault.cause ? fault.cause : fault);
