import { lstatSync, readlinkSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join, parse, resolve, sep } from "node:path";
import { codeOf } from "./error-code.ts";

/** A folder or a link that lies on the way to a path. */
export interface Step {
  readonly path: string;
  readonly stats: Stats;
}

/** Everything that decides where a path leads. */
export interface PathWalk {
  /** In order from the root; the last step is what the path leads to, if that is there. */
  readonly steps: readonly Step[];
  /** Where the path leads, without links. */
  readonly end: string;
  /** Whether something is at the end. */
  readonly isThere: boolean;
  /** A link whose target is missing: nothing may be created at the target, as its disk may be unmounted. */
  readonly danglingLink: string | undefined;
}

const MOST_LINKS = 40;

/** Follows a path as the system does, link by link. Throws the system's error for a folder that may not be searched. */
export function walkPath(path: string): PathWalk {
  const root = parse(resolve(path)).root;
  const steps: Step[] = [{ path: root, stats: lstatSync(root) }];
  let place = root;
  let ahead = partsOf(resolve(path));
  let links = 0;
  for (let [name, ...rest] = ahead; name !== undefined; [name, ...rest] = ahead) {
    const next = name === ".." ? dirname(place) : join(place, name);
    const stats = ifThere(() => lstatSync(next));
    if (!stats) return { steps, end: join(place, ...ahead), isThere: false, danglingLink: undefined };
    steps.push({ path: next, stats });
    ahead = rest;
    if (!stats.isSymbolicLink()) {
      place = next;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS || !ifThere(() => statSync(next))) {
      return { steps, end: next, isThere: false, danglingLink: next };
    }
    const target = readlinkSync(next);
    if (isAbsolute(target)) place = parse(target).root;
    ahead = [...partsOf(target), ...rest];
  }
  return { steps, end: place, isThere: true, danglingLink: undefined };
}

/** Nothing is below a file, or below links that lead round in circles. */
const NOT_THERE = ["ENOENT", "ENOTDIR", "ELOOP"];

function ifThere(look: () => Stats): Stats | undefined {
  try {
    return look();
  } catch (error) {
    if (NOT_THERE.includes(codeOf(error))) return undefined;
    throw error;
  }
}

const partsOf = (path: string): string[] =>
  path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((part) => part !== "" && part !== ".");
