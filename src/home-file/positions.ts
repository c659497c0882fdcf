import { type Document, isMap, isNode, isPair, isScalar, type LineCounter } from "yaml";

export interface Position {
  readonly line: number;
  readonly column: number;
}

export type Path = readonly (string | number)[];

/** Where things stand in the text of a YAML document. */
export class Positions {
  readonly #document: Document;
  readonly #lines: LineCounter;

  constructor(document: Document, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  /** Where a value begins; for one that is missing, where the nearest thing around it begins. */
  ofValue(path: Path): Position {
    for (let length = path.length; length >= 0; length -= 1) {
      const node: unknown = length === 0 ? this.#document.contents : this.#document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return this.#at(node.range[0]);
    }
    return { line: 1, column: 1 };
  }

  /** Where the key of an entry begins. */
  ofKey(path: Path): Position {
    const parent: unknown = path.length === 1 ? this.#document.contents : this.#document.getIn(path.slice(0, -1), true);
    const pair = isMap(parent)
      ? parent.items.find((item) => isPair(item) && keyText(item.key) === path.at(-1))
      : undefined;
    return isNode(pair?.key) && pair.key.range ? this.#at(pair.key.range[0]) : this.ofValue(path.slice(0, -1));
  }

  #at(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: col };
  }
}

const keyText = (key: unknown): string => String(isScalar(key) ? key.value : key);
