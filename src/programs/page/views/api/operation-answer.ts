import { indentedJson } from "../../parts/indented-json.ts";
import { fieldsOf } from "./json-document.ts";

/** How many characters of an answer are shown at most. */
const MOST_SHOWN = 20_000;

/** What a gateway answered, for a person. */
export interface OperationAnswer {
  /** "200 in 12 ms", or that there is no answer. */
  readonly outcome: string;
  readonly isRefused: boolean;
  readonly text: string;
}

/** A refusal may have status 200: the code in its envelope tells. */
export function answerIn(status: number, body: string, millis: number): OperationAnswer {
  const code = codeIn(body);
  const isRefused = status >= 400 || (code !== undefined && code !== 0);
  const outcome = `${status} in ${millis} ms${isRefused ? ` · refused${code === undefined ? "" : `, code ${code}`}` : ""}`;
  return { outcome, isRefused, text: indentedJson(body).slice(0, MOST_SHOWN) };
}

function codeIn(body: string): number | undefined {
  try {
    const { code } = fieldsOf(JSON.parse(body));
    return typeof code === "number" ? code : undefined;
  } catch {
    return undefined;
  }
}
