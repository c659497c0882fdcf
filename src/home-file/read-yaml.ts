import type { Static, TSchema } from "typebox";
import { Check } from "typebox/value";
import { type Document, parseDocument, visit, type YAMLParseError } from "yaml";
import { type Position, Positions } from "./positions.ts";
import { type Misfit, misfits } from "./structure.ts";

/** A mistake in a file, and where it stands. */
export interface Problem extends Position {
  readonly message: string;
}

export type ReadYaml<Value> = { readonly value: Value } | { readonly problems: readonly Problem[] };

/** Reads what a schema describes out of YAML (or JSON, which is YAML too); `alsoWrong` tells of what no schema can. */
export function readYaml<Schema extends TSchema>(
  text: string,
  schema: Schema,
  alsoWrong: (value: unknown) => readonly Misfit[],
): ReadYaml<Static<Schema>> {
  const document = parseDocument(text, { prettyErrors: false, resolveKnownTags: false, logLevel: "error" });
  const positions = new Positions(document, text);
  const illegible = illegibleParts(document, positions);
  if (illegible.length > 0) return { problems: illegible };

  const value = plainValue(document);
  if (value === TOO_MANY) return { problems: [{ ...positions.at(0), message: "the references make too many values" }] };
  const repeated = document.errors.map(({ pos }) => ({ ...positions.at(pos[0]), message: "this key is here already" }));
  const fits = Check(schema, value);
  const problems = [...(fits ? [] : misfits(schema, value)), ...alsoWrong(value)].map((misfit) => ({
    ...(misfit.atKey ? positions.ofKey(misfit.path) : positions.ofValue(misfit.path)),
    message: misfit.message,
  }));
  if (repeated.length + problems.length > 0) return { problems: inOrder([...repeated, ...problems]) };
  if (!fits) throw new Error("a file without misfits does not fit its schema");
  return { value };
}

/** What follows the first mistake in the writing is guesswork, so only that one is told. */
function illegibleParts(document: Document, positions: Positions): readonly Problem[] {
  const [broken] = document.errors.filter(({ code }) => code !== "DUPLICATE_KEY");
  if (broken) return [{ ...positions.at(broken.pos[0]), message: syntaxMessage(broken) }];
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

const syntaxMessage = ({ code, message }: YAMLParseError): string =>
  code === "MULTIPLE_DOCS" ? "a second document begins here; expected one" : `not well-formed YAML: ${message}`;

const TOO_MANY = Symbol("references that explode into millions of values");

function plainValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 1000 });
  } catch {
    return TOO_MANY;
  }
}

const inOrder = (problems: readonly Problem[]): readonly Problem[] =>
  [...problems].sort((one, other) => one.line - other.line || one.column - other.column);
