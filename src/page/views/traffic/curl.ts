import type { TrafficEntry } from "../../operator/page-commands.ts";

/** What a terminal takes for keys when it is pasted, such as Ctrl-C, which ends a quotation: anybody may send bodies. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const TERMINAL_KEYS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/** A request that is refused for its key had none, or a wrong one: the same request has none. */
const KEY_HEADER = "application-key";

/** Longer texts come cut off here. */
const MOST_CHARACTERS = 4_096;

export const isCut = (text: string): boolean => text.length >= MOST_CHARACTERS;

/**
 * The same request as a line for a shell; undefined for what was no request, is not whole, or cannot be pasted. Keys are
 * never shown, so it names none.
 */
export function curlOf({ kind, what, body = "", refusal = "" }: TrafficEntry, origin: string): string | undefined {
  const [, method, target] = /^([A-Z]+) (\/\S*)$/.exec(what) ?? [];
  if (kind !== "request" || method === undefined || target === undefined || isCut(body)) return undefined;
  if (target.includes("…") || TERMINAL_KEYS.test(target + body)) return undefined;
  const hadKey = method !== "GET" && method !== "HEAD" && !refusal.includes(KEY_HEADER);
  return [
    "curl -s",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(hadKey ? [`-H "${KEY_HEADER}: $KEY"`] : []),
    ...(body === "" ? [] : [`-d ${quoted(body)}`]),
    quoted(origin + target),
  ].join(" ");
}

/** In single quotes a shell takes everything as it is, but for the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
