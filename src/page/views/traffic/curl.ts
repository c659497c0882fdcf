import type { TrafficEntry } from "../../operator/page-commands.ts";

/** Longer texts come cut off here. */
const MOST_CHARACTERS = 4_096;

export const isCut = (text: string): boolean => text.length >= MOST_CHARACTERS;

/** The same request as a line for a shell; undefined for what was no request, or is not whole. Keys are never shown, so it names none. */
export function curlOf({ kind, what, body }: TrafficEntry, origin: string): string | undefined {
  const [, method, target] = /^([A-Z]+) (\/\S*)$/.exec(what) ?? [];
  if (kind !== "request" || method === undefined || target === undefined || isCut(body ?? "")) return undefined;
  const isChange = method !== "GET" && method !== "HEAD";
  return [
    "curl -s",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(isChange ? ['-H "application-key: $KEY"'] : []),
    ...(body === undefined || body === "" ? [] : [`-d ${quoted(body)}`]),
    quoted(origin + target),
  ].join(" ");
}

/** In single quotes a shell takes everything as it is, but for the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
