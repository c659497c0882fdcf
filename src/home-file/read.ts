import { Check } from "typebox/value";
import { type Document, parseDocument, visit } from "yaml";
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
  const document = parseDocument(text, { prettyErrors: false, resolveKnownTags: false });
  const positions = new Positions(document, text);
  const syntax = document.errors.map(({ message, pos, code }) => ({ ...positions.at(pos[0]), message, code }));
  const broken = syntax.filter(({ code }) => code !== "DUPLICATE_KEY");
  const references = [...broken, ...strayReferences(document, positions)];
  if (references.length > 0) return { problems: inOrder(references) };

  const value = plainValue(document);
  if (value === undefined)
    return { problems: [{ ...positions.at(0), message: "the references make too many values" }] };
  const problems = [...misfits(value), ...contradictions(value), ...unreadable(value)].map((misfit) => ({
    ...(misfit.atKey ? positions.ofKey(misfit.path) : positions.ofValue(misfit.path)),
    message: misfit.message,
  }));
  if (syntax.length + problems.length > 0) return { problems: inOrder([...syntax, ...problems]) };
  if (!Check(HomeFile, value)) throw new Error("a home file without misfits does not fit its schema");
  return { file: value };
}

function strayReferences(document: Document, positions: Positions): readonly Problem[] {
  const stray: Problem[] = [];
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document)) return;
      const message = `*${alias.source}: expected a name that &${alias.source} gives earlier in the file`;
      stray.push({ ...positions.at(alias.range?.[0] ?? 0), message });
    },
  });
  return stray;
}

/** Nothing at all is an empty home; references that explode into millions of values are no home. */
function plainValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 1000 }) ?? {};
  } catch {
    return undefined;
  }
}

const inOrder = (problems: readonly Problem[]): readonly Problem[] =>
  problems
    .map(({ line, column, message }) => ({ line, column, message }))
    .sort((one, other) => one.line - other.line || one.column - other.column);
