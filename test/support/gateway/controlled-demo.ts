import { onTestFinished } from "vitest";
import { PairedClient } from "../client/paired-client.ts";
import type { Received, Wire } from "../http/http-client.ts";
import { runGateway, type TestGateway } from "./running-gateway.ts";

/** The demo home behind a real gateway, with a client that may change things; it ends with the test. */
export class ControlledDemo {
  readonly running: TestGateway;
  readonly #paired: PairedClient;

  private constructor(running: TestGateway, paired: PairedClient) {
    this.running = running;
    this.#paired = paired;
  }

  static async start(): Promise<ControlledDemo> {
    const running = await runGateway();
    onTestFinished(() => running.stop());
    return new ControlledDemo(running, await PairedClient.of(running));
  }

  /** What a list has under a name. */
  async named(list: string, name: string): Promise<Wire> {
    return (await this.running.client.list(list)).find((item) => item.name === name);
  }

  light(name: string): Promise<Wire> {
    return this.named("light", name);
  }

  put(path: string, command: Wire): Promise<Received> {
    return this.#paired.put(path, command);
  }
}
