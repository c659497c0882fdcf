/** The head of a request as it arrived. */
export interface RequestHead {
  readonly method: string;
  readonly httpVersion: string;
  readonly target: string;
  /** Names and values alternate. */
  readonly rawHeaders: readonly string[];
  /** Our own address on this connection, for a client that names no host. */
  readonly localAuthority: string;
  /** How the request came; plain HTTP by default. */
  readonly scheme?: "http" | "https" | undefined;
}

const NO_VALUES: readonly string[] = [];

/** All values of a header. Compares lengths first: most names differ by length, and a name in small letters is a new string. */
export function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  let values: string[] | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? "";
    if (header.length !== name.length || header.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? "";
    if (values) values.push(value);
    else values = [value];
  }
  return values ?? NO_VALUES;
}

/** Several headers of one name count as one header with all values, separated by commas. */
export function onlyValueOf(name: string, rawHeaders: readonly string[]): string | undefined {
  const values = valuesOf(name, rawHeaders);
  return values.length > 0 ? values.join(", ") : undefined;
}

const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/is;

/** A request target in its parts: a proxy is asked for a whole address, anybody else for a path. */
interface TargetParts {
  /** The host in a whole address. */
  readonly authority: string | undefined;
  /** Path and query, still escaped. */
  readonly pathAndQuery: string;
}

export function partsOf(target: string): TargetParts {
  const [, authority, rest = ""] = ABSOLUTE.exec(target) ?? [];
  if (authority === undefined) return { authority, pathAndQuery: target };
  return { authority, pathAndQuery: rest.startsWith("/") ? rest : `/${rest}` };
}

/**
 * The path by which a target is routed, without its query and unescaped; undefined where an escape is malformed. Whoever
 * decides something by a path has to ask for it here: `/%61pi` and `/api?x=1` are `/api`.
 */
export function pathOf(target: string): string | undefined {
  const [path = ""] = partsOf(target).pathAndQuery.split("?", 1);
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** What follows the first question mark, still escaped. */
export function queryOf(target: string): string {
  const mark = target.indexOf("?");
  return mark < 0 ? "" : target.slice(mark + 1);
}
