/** What is being done at the moment, on a terminal; a file is spared it. */
export class Progress {
  readonly #output: NodeJS.WriteStream;

  constructor(output: NodeJS.WriteStream) {
    this.#output = output;
  }

  at(words: string): void {
    if (this.#output.isTTY) this.#output.write(`\r\u001b[K  ${words} …`);
  }

  clear(): void {
    if (this.#output.isTTY) this.#output.write("\r\u001b[K");
  }
}
