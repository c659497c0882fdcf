import { Type } from "typebox";
import { Check } from "typebox/value";
import { invariantViolations } from "../../core/home/changes/invariants.ts";
import type { HomeContents } from "../../core/home/model/contents.ts";
import { TOO_DEEP, tooDeepAt } from "../../shared/json-depth.ts";
import { LineIndex } from "../../shared/line-index.ts";
import { problemLines } from "../../shared/problem-lines.ts";
import { contentsFrom, type Entry, type EntryKind, eachEntry } from "./sqlite/entries.ts";
import { migratedEntries } from "./sqlite/row-migrations.ts";
import { violationIn, violationOf } from "./sqlite/schema-violations.ts";

const FORMAT = "luxgate-home-1";
const LISTS = ["devices", "lights", "syncBoxes", "rooms", "pictures", "scenes"] as const satisfies readonly EntryKind[];

const Things = Type.Array(Type.Object({ id: Type.String() }));
const ExportedHome = Type.Object({
  format: Type.Literal(FORMAT),
  identity: Type.Object({}),
  devices: Things,
  lights: Things,
  syncBoxes: Things,
  rooms: Things,
  pictures: Things,
  scenes: Things,
});

/** A whole home as one text: JSON with a line for each resource, so that two of them can be compared. */
export const exportedText = (contents: HomeContents, luxgate: string): string =>
  [...exportedPieces(contents, luxgate)].join("");

/** The same text in small pieces. The lists are in the order of the entries; keys come last, and are in no export. */
export function* exportedPieces(contents: HomeContents, luxgate: string): Generator<string, undefined> {
  const entries = eachEntry(contents);
  const identity = entries.next().value?.body ?? "{}";
  yield `{\n  "format": "${FORMAT}",\n  "luxgate": ${JSON.stringify(luxgate)},\n  "identity": ${identity}`;
  let next = entries.next();
  for (const name of LISTS) {
    yield `,\n  "${name}": [\n`;
    for (let separator = "    "; next.value?.in === name; next = entries.next()) {
      yield `${separator}${next.value.body}`;
      separator = ",\n    ";
    }
    yield "\n  ]";
  }
  yield "\n}\n";
}

/** A home, or everything that is wrong with its export. */
export type ReadExport = HomeContents | { readonly problems: readonly string[] };

/** Whether a text is meant to be an exported home, right or not. */
export const looksExported = (text: string): boolean => /^\s*\{\s*"format":\s*"luxgate-home-/.test(text.slice(0, 256));

/** The home in an exported text, of earlier formats too, or everything that is wrong with it. */
export function readExported(text: string): ReadExport {
  const deep = depthProblem(text);
  if (deep !== undefined) return { problems: [deep] };
  const home = parsed(text);
  if (home instanceof SyntaxError) return { problems: [`1:1: the file is incomplete: ${home.message}`] };
  return readExportedValue(home);
}

/** The same for an export that was parsed already. */
export function readExportedValue(home: unknown): ReadExport {
  if (!Check(ExportedHome, home)) {
    return { problems: [`expected a home written by "luxgate export" in the format ${FORMAT}`] };
  }
  const entries = migratedEntries<Entry>([
    { in: "identity", id: "identity", body: JSON.stringify(home.identity) },
    ...LISTS.flatMap((name) => home[name].map((thing) => ({ in: name, id: thing.id, body: JSON.stringify(thing) }))),
  ]);
  const violations = problemLines(violationsOf(entries));
  if (violations.length > 0) return { problems: violations };
  const violation = violationIn(entries);
  if (violation !== undefined) return { problems: [violation] };
  const contents = contentsFrom(entries);
  const problems = problemLines(invariantViolations(contents));
  return problems.length > 0 ? { problems } : contents;
}

function* violationsOf(entries: readonly Entry[]): Generator<string> {
  for (const entry of entries) {
    const violation = violationOf(entry);
    if (violation !== undefined) yield violation;
  }
}

function depthProblem(text: string): string | undefined {
  const offset = tooDeepAt(text);
  if (offset === undefined) return undefined;
  const { line, column } = new LineIndex(text).at(offset);
  return `${line}:${column}: ${TOO_DEEP}; expected fewer`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}
