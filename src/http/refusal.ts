import { REFUSALS, type RefusalName } from "../contract/refusals.ts";

/** Why a request gets no success; `detail` says what was wrong, never what was sent. */
export interface Refusal {
  readonly refused: RefusalName;
  readonly detail?: string;
  /** The methods that would do. */
  readonly allow?: string;
}

export const malformed = (detail: string): Refusal => ({ refused: "malformed", detail });

export const NOT_FOUND: Refusal = { refused: "not-found" };

export const isRefusal = (outcome: object): outcome is Refusal => "refused" in outcome;

/** Status, code and message of a refusal: spec §7, G23. */
export function refusalParts({ refused, detail }: Refusal): { status: number; code: number; message: string } {
  const { status, code, message } = REFUSALS[refused];
  return { status, code, message: detail ?? message };
}
