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
