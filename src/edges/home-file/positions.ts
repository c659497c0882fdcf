import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node } from "yaml";
import type { LineIndex, Position } from "../../shared/line-index.ts";

export type Path = readonly (string | number)[];

/** Positions of values and keys in the text of a YAML document. */
export class Positions {
  readonly #document: Document;
  readonly #lines: LineIndex;

  constructor(document: Document, lines: LineIndex) {
    this.#document = document;
    this.#lines = lines;
  }

  at(offset: number): Position {
    return this.#lines.at(offset);
  }

  /** The start of a value; for a missing value, the start of the nearest value around it. */
  ofValue(path: Path): Position {
    for (let length = path.length; length > 0; length -= 1) {
      const node = this.#nodeAt(path.slice(0, length));
      if (node?.range) return this.at(node.range[0]);
    }
    return this.at(this.#document.contents?.range?.[0] ?? 0);
  }

  /** The start of an entry's key. */
  ofKey(path: Path): Position {
    const key = pairAt(this.#nodeAt(path.slice(0, -1)), path.at(-1))?.key;
    return isNode(key) && key.range ? this.at(key.range[0]) : this.ofValue(path.slice(0, -1));
  }

  #nodeAt(path: Path): Node | null | undefined {
    return path.reduce<Node | null | undefined>((node, step) => {
      const around = isAlias(node) ? node.resolve(this.#document) : node;
      const inner: unknown = isSeq(around) ? around.items[Number(step)] : pairAt(around, step)?.value;
      return isNode(inner) ? inner : undefined;
    }, this.#document.contents);
  }
}

/** Of two entries with one key, the last one counts. */
function pairAt(node: unknown, key: string | number | undefined) {
  return isMap(node) ? node.items.findLast((pair) => isScalar(pair.key) && String(pair.key.value) === key) : undefined;
}
