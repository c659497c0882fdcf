import { contentsOf } from "../../../src/core/home/home.ts";
import type { Clock } from "../../../src/shared/clock.ts";
import { runGatewayOn } from "../gateway/running-gateway.ts";
import { SilentBackend } from "../gateway/silent-backend.ts";
import { FURNISHED } from "../home/furnished-home.ts";
import { allReads } from "../http/read-lists.ts";

const silence = () => new SilentBackend();

type Running = Awaited<ReturnType<typeof runGatewayOn>>;

/** A gateway that is started again and again, here or at another address of this machine, and stays the same one. */
export class MovingGateway {
  readonly #clock: Clock;
  #running: Running;
  #host: string;

  private constructor(clock: Clock, host: string, running: Running) {
    this.#clock = clock;
    this.#host = host;
    this.#running = running;
  }

  static async start(clock: Clock, host = "127.0.0.2"): Promise<MovingGateway> {
    const options = { host, contents: FURNISHED, clock, mqttPort: undefined };
    return new MovingGateway(clock, host, await runGatewayOn(silence, options));
  }

  get running(): Running {
    return this.#running;
  }

  get authority(): string {
    return `${this.#host}:${this.#running.http.port}`;
  }

  get discoveryPort(): number {
    return this.#running.discovery.port ?? 0;
  }

  /** Everything that the reads answer, as one text. */
  get reads(): string {
    return allReads(this.#running.gateway.home, this.authority);
  }

  /** Stops; gives what starts it again, at the same ports. */
  async stop(): Promise<(host?: string) => Promise<void>> {
    const { gateway, http } = this.#running;
    const ports = { httpPort: http.port, discoveryPort: this.discoveryPort };
    await this.#running.stop();
    return async (host = this.#host) => {
      this.#host = host;
      const options = { host, contents: contentsOf(gateway.home), clock: this.#clock, mqttPort: undefined, ...ports };
      this.#running = await runGatewayOn(silence, options);
    };
  }
}
