/** The JSON in a body or datagram: undefined where there is none. */
export interface ReadJson {
  readonly json: unknown;
  /** Whether it is right JSON: in UTF-8 without a byte order mark (RFC 8259, section 8.1). */
  readonly isRightJson: boolean;
}

/** Reads JSON, also where its text is spoilt in a way that need not keep anybody from reading it. */
export function readJson(bytes: Uint8Array): ReadJson {
  const json = parsed(new TextDecoder().decode(bytes));
  return { json, isRightJson: json !== undefined && isRightText(bytes) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const BYTE_ORDER_MARK = "\ufeff";

function isRightText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).startsWith(BYTE_ORDER_MARK);
  } catch {
    return false;
  }
}

const STRINGS = /"(?:[^"\\]|\\.)*"/g;
const NUMBERS = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The first whole number in a JSON text that is written as if it were none, such as 50.0 or 5e1. */
export const oddIntegerIn = (bytes: Uint8Array): string | undefined =>
  new TextDecoder()
    .decode(bytes)
    .replace(STRINGS, "")
    .match(NUMBERS)
    ?.find((number) => /[.eE]/.test(number) && Number.isInteger(Number(number)));

const TOKENS = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g;

/** The first name that an object in a right JSON text has twice, as written: which of the values counts, nobody knows. */
export function repeatedNameIn(bytes: Uint8Array): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, isName] of new TextDecoder().decode(bytes).matchAll(TOKENS)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (isName !== undefined) {
      const names = open.at(-1);
      const name = token.slice(0, token.lastIndexOf('"') + 1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}
