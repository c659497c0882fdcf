import { FREE_PORTS_HERE, Program } from "../support/program.ts";
import { portOfItsOwn } from "../support/tcp-ports.ts";

/** The built gateway with metrics on a port that it keeps when it is started again. */
export class MeasuredGateway {
  readonly metricsPort: number;
  readonly #folder: string;
  readonly #args: readonly string[];
  #program: Program | undefined;
  url = "";

  private constructor(metricsPort: number, folder: string, args: readonly string[]) {
    this.metricsPort = metricsPort;
    this.#folder = folder;
    this.#args = args;
  }

  static async start(folder: string, args: readonly string[] = []): Promise<MeasuredGateway> {
    const gateway = new MeasuredGateway(await portOfItsOwn(), folder, args);
    await gateway.start();
    return gateway;
  }

  async start(): Promise<void> {
    const metrics = ["--metrics-port", `${this.metricsPort}`];
    const args = ["serve", ...FREE_PORTS_HERE, "--data-dir", this.#folder, ...metrics, ...this.#args];
    this.#program = Program.start(args);
    ({ url: this.url } = await this.#program.ready());
    await this.#program.says(/Metrics are at/);
  }

  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.#program?.end();
  }

  signal(signal: NodeJS.Signals): void {
    this.#program?.process.kill(signal);
  }

  /** Runs a command of the operator. */
  async luxgate(...args: readonly string[]): Promise<number | null> {
    return Program.start([...args, "--data-dir", this.#folder]).end();
  }
}
