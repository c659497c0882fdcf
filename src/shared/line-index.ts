export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * The line and column of an offset; lines are found once, at the first call. Not the `LineCounter` of yaml: exported homes
 * are JSON, which no YAML parser reads, and the thread of the store would load that package for a binary search.
 */
export class LineIndex {
  readonly #text: string;
  #starts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): Position {
    this.#starts ??= lineStarts(this.#text);
    const within = Math.min(offset, this.#text.length);
    let [line, after] = [0, this.#starts.length];
    while (after - line > 1) {
      const middle = (line + after) >> 1;
      if ((this.#starts[middle] ?? 0) <= within) line = middle;
      else after = middle;
    }
    return { line: line + 1, column: within - (this.#starts[line] ?? 0) + 1 };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}
