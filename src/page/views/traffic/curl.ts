import type { TrafficEntry } from "../../operator/page-commands.ts";

/** What a terminal takes for keys when it is pasted, such as Ctrl-C, which ends a quotation: anybody may send bodies. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const TERMINAL_KEYS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

const KEY_HEADER = "application-key";
const OPERATOR_PATHS = "/operator/";

/** Longer texts come cut off here. */
const MOST_CHARACTERS = 4_096;

export const isCut = (text: string): boolean => text.length >= MOST_CHARACTERS;

/**
 * The same request as a line for a shell; undefined for what was no request, is not whole, or cannot be pasted, and for
 * the operator's own, which want a session and whose bodies are not told. Keys are never shown, so it names none.
 */
export function curlOf({ kind, what, by, body = "" }: TrafficEntry, origin: string): string | undefined {
  const [, method, target] = /^([A-Z]+) (\/\S*)$/.exec(what) ?? [];
  if (kind !== "request" || method === undefined || target === undefined || isCut(body)) return undefined;
  if (target.startsWith(OPERATOR_PATHS) || target.includes("…") || TERMINAL_KEYS.test(target + body)) return undefined;
  // Where a browser's session will do, a client needs a key; one that had none, or a wrong one, is copied without.
  const hasKey = by?.kind === "key" || (by?.kind === "operator" && method !== "GET" && method !== "HEAD");
  return [
    "curl -s",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(hasKey ? [`-H "${KEY_HEADER}: $KEY"`] : []),
    ...(body === "" ? [] : [`-d ${quoted(body)}`]),
    quoted(origin + target),
  ].join(" ");
}

/** In single quotes a shell takes everything as it is, but for the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
