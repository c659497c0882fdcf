import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { expect } from "vitest";
import { openRaw } from "./raw-connection.ts";

/** What came back for some bytes. */
export interface Received {
  /** All of it, but for the dates. */
  readonly text: string;
  /** How many requests Node's own parser found in the bytes: none if the fast lane answered them all. */
  readonly parsed: number;
}

/** Handed over, as everything is that is no plain read; its connection stays in the ordinary lane. */
const NO_READ = "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n";
/** Is answered if and only if the connection is still open and nothing is left over on it. */
const AFTERWARDS = "GET /clip/v2/resource/sync HTTP/1.1\r\nHost: afterwards\r\n\r\n";

/**
 * Two connections for each question: one to the gateway as it is, and one that is in the ordinary lane from the start.
 */
export class BothLanes {
  readonly #port: number;
  readonly #witness: Socket;
  readonly #parsed = new Map<number | undefined, number>();

  private constructor(port: number, witness: Socket) {
    this.#port = port;
    this.#witness = witness;
    subscribe("http.server.request.start", this.#count);
  }

  static async of({ http }: { readonly http: { readonly port: number } }): Promise<BothLanes> {
    return new BothLanes(http.port, await openRaw(http.port));
  }

  stop(): void {
    unsubscribe("http.server.request.start", this.#count);
    this.#witness.destroy();
  }

  /** What each lane says to the same writes; each arrives by itself. */
  async exchange(
    ...writes: readonly (string | Uint8Array)[]
  ): Promise<{ readonly asItIs: Received; readonly ordinary: Received }> {
    const [asItIs, ordinary] = await Promise.all([openRaw(this.#port), this.#openOrdinary()]);
    const ports = [asItIs.localPort, ordinary.localPort];
    for (const port of ports) this.#parsed.set(port, 0);
    for (const socket of [asItIs, ordinary]) socket.setNoDelay();
    const texts = [asItIs, ordinary].map(untilClosed);
    for (const bytes of [...writes, AFTERWARDS]) {
      for (const socket of [asItIs, ordinary]) if (socket.writable) socket.write(bytes);
      await this.#settled();
    }
    for (const socket of [asItIs, ordinary]) socket.end();
    const [one = "", other = ""] = await Promise.all(texts);
    const [parsed = 0, parsedOrdinary = 0] = ports.map((port) => this.#parsed.get(port) ?? 0);
    this.#parsed.clear();
    return { asItIs: { text: one, parsed }, ordinary: { text: other, parsed: parsedOrdinary } };
  }

  /** What both lanes received, once it is clear that they agree. */
  async agree(...writes: readonly (string | Uint8Array)[]): Promise<Received> {
    const { asItIs, ordinary } = await this.exchange(...writes);
    expect(asItIs.text).toBe(ordinary.text);
    return asItIs;
  }

  async #openOrdinary(): Promise<Socket> {
    const socket = await openRaw(this.#port);
    socket.write(NO_READ);
    await once(socket, "data");
    socket.pause();
    return socket;
  }

  /** The gateway has read what was sent before, for it has answered what was sent after that on another connection. */
  async #settled(): Promise<void> {
    this.#witness.write(AFTERWARDS);
    await once(this.#witness, "data");
  }

  readonly #count = (message: unknown): void => {
    const { remotePort } = (message as { request: IncomingMessage }).request.socket;
    this.#parsed.set(remotePort, (this.#parsed.get(remotePort) ?? 0) + 1);
  };
}

/** The statuses of all answers in a text. */
export const statusesIn = (text: string): readonly string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = ""]) => status);

const DATE = /^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r$/gm;

function untilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk)).on("error", () => undefined);
    socket.once("close", () => resolve(Buffer.concat(chunks).toString("latin1").replace(DATE, "Date: some\r")));
    socket.resume();
  });
}
