import { fileURLToPath } from "node:url";
import { LineProcess } from "./line-process.ts";
import type { NetworkNamespace } from "./network-namespace.ts";

const SCRIPT = fileURLToPath(new URL("namespace-agent.mjs", import.meta.url));

interface Result {
  readonly port?: number;
  readonly status?: number;
  readonly body?: string;
  readonly count?: number;
}

interface Said {
  readonly id?: number;
  readonly result?: Result;
  readonly error?: string;
  readonly socket?: number;
  readonly heard?: string;
}

type Ask = (deed: string, given: object) => Promise<Result>;

interface Waiting {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** A process in a network namespace that opens sockets and fetches there. */
export class NamespaceAgent {
  readonly #process: LineProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #sockets = new Map<number, AgentSocket>();
  #lastNumber = 0;

  constructor(namespace: NetworkNamespace) {
    const { command, args } = namespace.command(process.execPath, SCRIPT);
    this.#process = new LineProcess(command, args, (line) => this.#hear(JSON.parse(line)));
  }

  async openSocket({ address = "0.0.0.0", port = 0 } = {}): Promise<AgentSocket> {
    const number = this.#nextNumber();
    const socket = new AgentSocket((deed, given) => this.#ask(deed, { socket: number, ...given }));
    this.#sockets.set(number, socket);
    await socket.bind(address, port);
    return socket;
  }

  /** An HTTP GET, from one of the namespace's own addresses if it is given. */
  async get(url: string, from?: string): Promise<{ readonly status: number; readonly body: string }> {
    const { status = 0, body = "" } = await this.#ask("get", { url, from });
    return { status, body };
  }

  /** How many of some connections, all made at once, are answered. */
  async hold(host: string, port: number, count: number): Promise<number> {
    return (await this.#ask("hold", { host, port, count })).count ?? 0;
  }

  async closeSockets(): Promise<void> {
    const sockets = [...this.#sockets.values()];
    this.#sockets.clear();
    await Promise.all(sockets.map((socket) => socket.close()));
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  #ask(deed: string, given: object): Promise<Result> {
    const id = this.#nextNumber();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#process.write(JSON.stringify({ id, deed, given }));
    });
  }

  #nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  #hear({ id = 0, result, error, socket = 0, heard }: Said): void {
    if (heard !== undefined) this.#sockets.get(socket)?.hear(heard);
    if (result) this.#waiting.get(id)?.resolve(result);
    if (error !== undefined) this.#waiting.get(id)?.reject(new Error(error));
    this.#waiting.delete(id);
  }
}

/** A UDP socket in a network namespace; it keeps what it hears. */
export class AgentSocket {
  readonly #ask: Ask;
  readonly #heard: string[] = [];
  #wake: () => void = () => undefined;
  #port = 0;
  #isOpen = false;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get port(): number {
    return this.#port;
  }

  async bind(address: string, port: number): Promise<void> {
    this.#port = (await this.#ask("open", { address, port })).port ?? 0;
    this.#isOpen = true;
  }

  async send(payload: string, address: string, port: number): Promise<void> {
    await this.#ask("send", { payload, address, port });
  }

  async close(): Promise<void> {
    if (this.#isOpen) await this.#ask("close", {});
    this.#isOpen = false;
  }

  hear(text: string): void {
    this.#heard.push(text);
    this.#wake();
  }

  /** The next datagram, those heard already first. */
  async next(): Promise<string> {
    for (;;) {
      const text = this.#heard.shift();
      if (text !== undefined) return text;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
