import { Check } from "typebox/value";
import { type Document, LineCounter, parseDocument } from "yaml";
import { contradictions } from "./contradictions.ts";
import { type Position, Positions } from "./positions.ts";
import { HomeFile } from "./schema.ts";
import { type Misfit, misfits } from "./structure.ts";

/** A mistake in a home file, and where it stands. */
interface Problem extends Position {
  readonly message: string;
}

export type ReadHomeFile = { readonly file: HomeFile } | { readonly problems: readonly Problem[] };

/** Reads a home out of YAML (or JSON, which is YAML too); `unreadable` tells of what only a look at the disk shows. */
export function readHomeFile(text: string, unreadable: (file: unknown) => readonly Misfit[]): ReadHomeFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const syntax = document.errors.map(({ message, pos, code }) => ({ ...at(lines, pos[0]), message, code }));
  if (syntax.some(({ code }) => code !== "DUPLICATE_KEY")) return { problems: inOrder(syntax) };

  const value = plainValue(document);
  const positions = new Positions(document, lines);
  const problems = [...misfits(value), ...contradictions(value), ...unreadable(value)].map((misfit) => ({
    ...(misfit.atKey ? positions.ofKey(misfit.path) : positions.ofValue(misfit.path)),
    message: misfit.message,
  }));
  if (syntax.length + problems.length > 0) return { problems: inOrder([...syntax, ...problems]) };
  if (!Check(HomeFile, value)) throw new Error("a home file without misfits does not fit its schema");
  return { file: value };
}

/** Nothing at all is an empty home; references that explode into millions of values are no home. */
function plainValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 1000 }) ?? {};
  } catch {
    return "too many references";
  }
}

const at = (lines: LineCounter, offset: number): Position => {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
};

const inOrder = (problems: readonly Problem[]): readonly Problem[] =>
  [...problems].sort((one, other) => one.line - other.line || one.column - other.column);
