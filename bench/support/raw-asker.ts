import { connect, type Socket } from "node:net";

interface Asked {
  readonly isHead: boolean;
  readonly sentMillis: number;
  readonly answered: (millis: number, status: string) => void;
}

/** An HTTP client that costs next to nothing, so that what is measured is the server: one connection, one question at a time. */
export class RawAsker {
  readonly #socket: Socket;
  readonly #waiting: { readonly request: string; readonly asked: Asked }[] = [];
  #current: Asked | undefined;
  #status = "";
  #missingBytes = 0;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname).setNoDelay(true);
    this.#socket.on("data", (bytes) => this.#take(bytes));
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => this.#lose());
  }

  /** Milliseconds from when it was asked for until the last byte of the answer; questions before it count in. */
  ask(request: string): Promise<{ readonly millis: number; readonly status: string }> {
    return new Promise((resolve) => {
      const answered = (millis: number, status: string) => resolve({ millis, status });
      const isHead = request.startsWith("HEAD ");
      this.#waiting.push({ request, asked: { isHead, sentMillis: performance.now(), answered } });
      if (!this.#current) this.#next();
    });
  }

  end(): void {
    this.#socket.end();
  }

  #next(): void {
    const next = this.#waiting.shift();
    this.#current = next?.asked;
    if (next) this.#socket.write(next.request);
  }

  /** Whoever is turned out has no answer. */
  #lose(): void {
    const { answered } = this.#current ?? {};
    this.#current = undefined;
    answered?.(Number.NaN, "");
    for (const { asked } of this.#waiting.splice(0)) asked.answered(Number.NaN, "");
  }

  /** Heads come in one piece: they are short, and written with what follows. */
  #take(bytes: Buffer): void {
    if (this.#missingBytes > 0) this.#missingBytes -= bytes.byteLength;
    else {
      const headBytes = bytes.indexOf("\r\n\r\n") + 4;
      const head = bytes.toString("latin1", 0, headBytes);
      this.#status = head.slice(9, 12);
      const bodyBytes = this.#current?.isHead ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      this.#missingBytes = headBytes + bodyBytes - bytes.byteLength;
    }
    if (this.#missingBytes > 0 || !this.#current) return;
    this.#current.answered(performance.now() - this.#current.sentMillis, this.#status);
    this.#next();
  }
}
