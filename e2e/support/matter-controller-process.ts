import { LineProcess } from "./line-process.ts";
import type { NetworkNamespace } from "./network-namespace.ts";

/** An attribute of an endpoint, as it was read or reported. */
export interface MatterValue {
  readonly endpoint: number;
  readonly cluster: number;
  readonly attribute: number;
  readonly value: unknown;
}

/** An attribute; what is not given stands for all of them. */
type MatterPath = Partial<Omit<MatterValue, "value">>;

type Said =
  | { readonly id: number; readonly answer?: unknown; readonly fault?: string }
  | { readonly reports: readonly MatterValue[] };

const GATEWAY = "10.73.1.1";
const MATTER_PORT = 5540;

/** A controller of matter.js in a network namespace, as a home with Matter has one. */
export class MatterController {
  readonly #process: LineProcess;
  readonly #waiting = new Map<number, (said: { readonly answer?: unknown; readonly fault?: string }) => void>();
  readonly #reports: MatterValue[] = [];
  #requests = 0;
  #wake: () => void = () => undefined;

  /** In the network of the process itself, unless another is given. */
  constructor(namespace: NetworkNamespace | undefined, label = "Test home") {
    const before = ["--disable-warning=ExperimentalWarning", "e2e/support/matter-controller.ts", label];
    const { command, args } = namespace?.command(process.execPath, ...before) ?? {
      command: process.execPath,
      args: before,
    };
    this.#process = new LineProcess(command, args, (line) => this.#hear(line));
  }

  /** Resolves once it runs. */
  async ready(): Promise<void> {
    await this.#ask({ do: "sent" });
  }

  /** Pairs by the code that a person types; or by a wrong passcode. */
  async pair(code: { readonly pairingCode: string; readonly passcode?: number }): Promise<void> {
    await this.#ask({ do: "commission", ...code });
  }

  async read(path: MatterPath): Promise<readonly MatterValue[]> {
    return (await this.#ask({ do: "read", ...path })) as readonly MatterValue[];
  }

  /** One attribute. */
  async value(endpoint: number, cluster: number, attribute: number): Promise<unknown> {
    const [found] = await this.read({ endpoint, cluster, attribute });
    return found?.value;
  }

  /** The status of a command: 0 if it was done. */
  async invoke(endpoint: number, cluster: number, command: string, fields?: object): Promise<number | undefined> {
    const [status] = (await this.#ask({ do: "invoke", endpoint, cluster, command, fields })) as readonly number[];
    return status;
  }

  /** Lets another ecosystem pair, by a code that nobody knows. */
  async letPair(): Promise<number | undefined> {
    const [status] = (await this.#ask({ do: "let-pair" })) as readonly number[];
    return status;
  }

  async subscribe(): Promise<void> {
    await this.#ask({ do: "subscribe" });
  }

  /** The first report that fits, told already or still to come. */
  async reported(fits: (report: MatterValue) => boolean): Promise<MatterValue> {
    for (;;) {
      const found = this.#reports.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  get reports(): readonly MatterValue[] {
    return this.#reports;
  }

  /** Reports until now count no more. */
  forget(): void {
    this.#reports.length = 0;
  }

  /** Gives a passcode, or that of a code, to a gateway, and no more: "right", or why it was refused. */
  async guess(code: { readonly pairingCode: string } | { readonly passcode: number }): Promise<string> {
    return String(await this.#ask({ do: "guess", ip: GATEWAY, port: MATTER_PORT, ...code }));
  }

  /** From now on, nothing that the controller sends leaves its machine. */
  async holdBack(): Promise<void> {
    await this.#ask({ do: "hold" });
  }

  /** The datagrams that it sent to nodes since this was asked last, or held back. */
  async sent(): Promise<readonly Buffer[]> {
    const sent = (await this.#ask({ do: "sent" })) as readonly string[];
    return sent.map((datagram) => Buffer.from(datagram, "base64"));
  }

  /** It neither hears nor answers, until it goes on. */
  pause(): void {
    this.#process.signal("SIGSTOP");
  }

  goOn(): void {
    this.#process.signal("SIGCONT");
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  async #ask(request: object): Promise<unknown> {
    this.#requests += 1;
    const id = this.#requests;
    const said = await new Promise<{ readonly answer?: unknown; readonly fault?: string }>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#process.write(JSON.stringify({ id, ...request }));
    });
    if (said.fault !== undefined) throw new Error(said.fault);
    return said.answer;
  }

  #hear(line: string): void {
    if (!line.startsWith("{")) return;
    const said = JSON.parse(line) as Said;
    if ("reports" in said) {
      this.#reports.push(...said.reports);
      this.#wake();
    } else {
      this.#waiting.get(said.id)?.(said);
      this.#waiting.delete(said.id);
    }
  }
}
