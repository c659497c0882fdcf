import { type Alias, type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from "yaml";
import type { YamlProblem } from "./parse-yaml.ts";

/** A problem in a document, and whether the document cannot be read at all. */
interface TreeProblem extends YamlProblem {
  readonly isFatal: boolean;
}

/** A home of ten thousand lamps with every setting has some four hundred thousand. */
const MOST_VALUES = 1_000_000;

const TOO_MANY = `more than ${MOST_VALUES} values (an alias counts as every value that it repeats); expected fewer`;

/**
 * Problems of any YAML document, whatever its schema: dangling aliases, duplicate keys, and aliases that expand to too many
 * values. The document is walked once, in the order of its text.
 */
export function* treeProblems(document: Document): Generator<TreeProblem> {
  try {
    yield* new Tree().inside(document.contents);
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    yield error;
  }
}

class Tree {
  /** How many values each anchor stands for; 0 while the walk is inside of the anchor. */
  readonly #anchors = new Map<string, number>();
  #values = 0;

  *inside(node: unknown): Generator<TreeProblem> {
    if (isAlias(node)) yield* this.#reference(node);
    else yield* this.#below(node);
    if (this.#values > MOST_VALUES) throw new TooMany(startOf(node), TOO_MANY);
  }

  *#reference(alias: Alias): Generator<TreeProblem> {
    const name = alias.source;
    const values = this.#anchors.get(name);
    this.#values += 1 + (values ?? 0);
    if (values !== undefined) return;
    const message = `unknown alias *${name}; define the anchor &${name} earlier in the file`;
    yield { offset: startOf(alias), message, isFatal: true };
  }

  *#below(node: unknown): Generator<TreeProblem> {
    const before = this.#values;
    const name = isNode(node) && "anchor" in node ? node.anchor : undefined;
    if (name !== undefined) this.#anchors.set(name, 0);
    this.#values += 1;
    if (isMap(node)) yield* this.#entries(node.items);
    if (isSeq(node)) for (const item of node.items) yield* this.inside(item);
    if (name !== undefined) this.#anchors.set(name, this.#values - before);
  }

  *#entries(pairs: readonly Pair[]): Generator<TreeProblem> {
    const keys = new Set<string>();
    for (const { key, value } of pairs) {
      if (isScalar(key)) {
        const name = String(key.value);
        if (keys.has(name)) yield { offset: startOf(key), message: "duplicate key", isFatal: false };
        keys.add(name);
      }
      yield* this.inside(key);
      yield* this.inside(value);
    }
  }
}

class TooMany extends Error implements TreeProblem {
  readonly isFatal = true;
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const startOf = (node: unknown): number => (isNode(node) ? ((node as Node).range?.[0] ?? 0) : 0);
