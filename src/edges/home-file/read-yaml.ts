import type { Static, TSchema } from "typebox";
import { Check } from "typebox/value";
import type { Document } from "yaml";
import { sizeWords } from "../../shared/given-file.ts";
import { LineIndex, type Position } from "../../shared/line-index.ts";
import { AND_MORE, firstOfMany, MOST_PROBLEM_LINES, shown } from "../../shared/problem-lines.ts";
import { MOST_YAML_BYTES } from "./limits.ts";
import { parseYaml, type YamlProblem } from "./parse-yaml.ts";
import { Positions } from "./positions.ts";
import { schemaViolations, type Violation } from "./schema-violations.ts";
import { treeProblems } from "./yaml-tree.ts";

/** A problem in a file, and where it stands. */
export interface FileProblem extends Position {
  readonly message: string;
}

export type ReadYaml<Value> = { readonly value: Value } | { readonly problems: readonly FileProblem[] };

/**
 * Reads a value of a schema out of YAML (or JSON, which is YAML too); `alsoWrong` checks what no schema can. Of many
 * problems the first are reported.
 */
export function readYaml<Schema extends TSchema>(
  text: string,
  schema: Schema,
  alsoWrong: (value: unknown) => Iterable<Violation>,
): ReadYaml<Static<Schema>> {
  if (text.length > MOST_YAML_BYTES) {
    return {
      problems: [{ line: 1, column: 1, message: `the file is larger than the limit of ${sizeWords(MOST_YAML_BYTES)}` }],
    };
  }
  const lines = new LineIndex(text);
  const problemFrom = ({ offset, message }: YamlProblem) => ({ ...lines.at(offset), message: shown(message) });
  const parsed = parseYaml(text);
  if ("problem" in parsed) return { problems: [problemFrom(parsed.problem)] };
  const ofTree = firstOfMany(treeProblems(parsed.document));
  const isHopeless = ofTree.length > MOST_PROBLEM_LINES || ofTree.some(({ isFatal }) => isFatal);
  if (isHopeless) return { problems: firstOf(ofTree.map(problemFrom)) };

  const value = plainValue(parsed.document);
  if (value === CIRCULAR)
    return { problems: [{ ...lines.at(0), message: "an alias refers to itself; expected no circular aliases" }] };
  const positions = new Positions(parsed.document, lines);
  const fits = Check(schema, value);
  const placed = (wrong: Iterable<Violation>) =>
    firstOfMany(wrong).map(({ atKey, path, message }) => ({
      ...(atKey ? positions.ofKey(path) : positions.ofValue(path)),
      message: shown(message, LONGEST_SENTENCE),
    }));
  const problems = [
    ...ofTree.map(problemFrom),
    ...placed(fits ? [] : schemaViolations(schema, value)),
    ...placed(alsoWrong(value)),
  ];
  if (problems.length > 0) return { problems: firstOf(problems) };
  if (!fits) throw new Error("a file without violations does not fit its schema");
  return { value };
}

/** Bounds what a sentence quotes of the file, which may be anything. */
const LONGEST_SENTENCE = 1000;

const CIRCULAR = Symbol("references that lead to themselves in a place where nothing can");

function plainValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: -1 });
  } catch {
    return CIRCULAR;
  }
}

/** The first problems in the order of the text; the last one stands for all others. */
function firstOf(problems: readonly FileProblem[]): readonly FileProblem[] {
  const inOrder = [...problems].sort((one, other) => one.line - other.line || one.column - other.column);
  const first = inOrder.slice(0, MOST_PROBLEM_LINES);
  const next = inOrder[MOST_PROBLEM_LINES];
  return next ? [...first, { ...next, message: AND_MORE }] : first;
}
