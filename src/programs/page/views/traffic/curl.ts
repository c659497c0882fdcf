import type { TrafficEntry } from "../../operator/page-commands.ts";
import { curlNotes } from "./curl-notes.ts";

/** What a terminal takes for keys when it is pasted, such as Ctrl-C, which ends a quotation: anybody may send bodies. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const TERMINAL_KEYS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/** In the place of bytes that are no text, and of half a character: what was sent is not known. */
const NO_TEXT = /[\ufffd\p{Cs}]/u;

/** Stands for whatever is left out of a text: its end, or what may be a key. */
const LEFT_OUT = "…";

/** A request as it is shown; a `#` ends what curl sends, and other letters would be sent in another encoding. */
const REQUEST = /^([A-Z]+) (\/[!"$-~]*)$/;

const KEY_HEADER = "application-key";
const OPERATOR_PATHS = "/operator/";

export const isCut = (text: string): boolean => text.endsWith(LEFT_OUT);

/**
 * The same request for a shell, behind comments on what it needs or lacks; undefined for what was no request, is not whole, or cannot be pasted, and for
 * the operator's own, which want a session and whose bodies are not told. Keys are never shown, so it names none.
 */
export function curlOf(entry: TrafficEntry, origin: string): string | undefined {
  const { kind, what, by, body = "" } = entry;
  const [, method, target] = REQUEST.exec(what) ?? [];
  if (kind !== "request" || method === undefined || target === undefined) return undefined;
  if (target.startsWith(OPERATOR_PATHS) || !isPastable(body)) return undefined;
  // Curl reads no body of an answer to HEAD, or sends none with it.
  if (method === "HEAD" && body !== "") return undefined;
  // Where a browser's session will do, a client needs a key.
  const hasKey = by?.kind === "key" || by?.kind === "wrong-key" || (by?.kind === "operator" && !isRead(method));
  const line = curlLine({ method, url: origin + target, body, hasKey });
  return [...curlNotes(entry, hasKey).map((note) => `# ${note}`), line].join("\n");
}

interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** Empty for none. */
  readonly body: string;
  readonly hasKey: boolean;
}

/** A request as one line for a shell; the key is a variable. */
export const curlLine = ({ method, url, body, hasKey }: CurlRequest): string =>
  [
    // Otherwise curl makes fifty requests of [1-50], and another path of one with dots.
    "curl -s -g --path-as-is",
    ...methodOption(method, body),
    ...(hasKey ? [`-H "${KEY_HEADER}: $KEY"`] : []),
    // With -d, a body that begins with @ is the name of a file that is sent.
    ...(body === "" ? [] : [`--data-raw ${quoted(body)}`]),
    quoted(url),
  ].join(" ");

const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

const isPastable = (body: string): boolean =>
  !body.includes(LEFT_OUT) && !TERMINAL_KEYS.test(body) && !NO_TEXT.test(body);

/** Curl sends GET by itself, unless there is a body. */
function methodOption(method: string, body: string): readonly string[] {
  if (method === "HEAD") return ["-I"];
  return method === "GET" && body === "" ? [] : [`-X ${method}`];
}

/** In single quotes a shell takes everything as it is, but for the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
