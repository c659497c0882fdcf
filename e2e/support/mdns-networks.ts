import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MdnsState } from "../../src/edges/mdns/state.ts";
import { LineProcess } from "./line-process.ts";
import { MdnsClient } from "./mdns-client.ts";
import type { GatewayOptions, GatewaySaid } from "./mdns-gateway.ts";
import { NetworkNamespace } from "./network-namespace.ts";

export const MAC = "02:00:5E:10:00:AB";
export const RESET_ID = "A0000000-0000-4000-8000-000000000000";

/** Namespaces, and the gateways and clients in them; all is undone at the end, the last first. */
export class MdnsNetworks {
  readonly #undoing: (() => unknown)[] = [];
  #folder = "";

  /** Builds the program that runs in the namespaces. */
  async build(): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), "luxgate-mdns-"));
    const { bundle } = await import(new URL("../../tools/bundle.mjs", import.meta.url).href);
    await bundle("e2e/support/mdns-gateway.ts", this.#program("gateway.mjs"));
  }

  namespace(): NetworkNamespace {
    const namespace = new NetworkNamespace();
    this.#undoing.push(() => namespace.remove());
    namespace.ip("link", "set", "lo", "up");
    return namespace;
  }

  /** Puts an interface into each of two namespaces, and a cable between them. */
  async connect(
    [one, oneInterface, oneAddress]: readonly [NetworkNamespace, string, string],
    [other, otherInterface, otherAddress]: readonly [NetworkNamespace, string, string],
  ): Promise<void> {
    one.ip("link", "add", oneInterface, "type", "veth", "peer", "name", otherInterface, "netns", other.name);
    for (const [namespace, networkInterface, address] of [
      [one, oneInterface, oneAddress],
      [other, otherInterface, otherAddress],
    ] as const) {
      namespace.ip("addr", "add", address, "dev", networkInterface);
      namespace.ip("link", "set", networkInterface, "up");
    }
    await Promise.all([one.interfaceIsUp(oneInterface), other.interfaceIsUp(otherInterface)]);
  }

  async client(namespace: NetworkNamespace, address: string, port?: number): Promise<MdnsClient> {
    const client = await MdnsClient.at(namespace, address, port);
    this.#undoing.push(() => client.stop());
    return client;
  }

  gateway(namespace: NetworkNamespace, options: Partial<GatewayOptions> = {}): AnnouncedGateway {
    const { command, args } = namespace.command(process.execPath, this.#program("gateway.mjs"));
    const whole: GatewayOptions = {
      name: "Luxgate",
      type: "luxgate",
      port: 8080,
      mac: MAC,
      resetId: RESET_ID,
      model: "LG-1",
      version: "1.2.3",
      host: "0.0.0.0",
      advertiseIp: undefined,
      retryMillis: 500,
      ...options,
    };
    const gateway = new AnnouncedGateway(command, [...args, JSON.stringify(whole)]);
    this.#undoing.push(() => gateway.stop());
    return gateway;
  }

  /** One step that fails does not keep the others from being taken. */
  async undo(): Promise<void> {
    const faults: unknown[] = [];
    for (const step of this.#undoing.splice(0).reverse()) {
      try {
        await step();
      } catch (fault) {
        faults.push(fault);
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, "something is left behind");
  }

  /** The program too, when all is undone for good. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  readonly #program = (name: string): string => join(this.#folder, name);
}

/** A process that announces a gateway, and the states it tells. */
export class AnnouncedGateway {
  readonly #process: LineProcess;
  readonly #said: GatewaySaid[] = [];
  #wake: () => void = () => undefined;

  constructor(command: string, args: readonly string[]) {
    this.#process = new LineProcess(command, args, (line) => {
      this.#said.push(JSON.parse(line));
      this.#wake();
    });
  }

  /** All states until now. */
  get states(): readonly MdnsState[] {
    return this.#said.flatMap((said) => ("state" in said ? [said.state] : []));
  }

  /** The first state that fits, told already or still to come. */
  async state(fits: (state: MdnsState) => boolean): Promise<MdnsState> {
    for (;;) {
      const found = this.states.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The name under which it is announced, once it is. */
  async announced(): Promise<string> {
    const state = await this.state(({ announced }) => announced);
    return state.announced ? state.name : "";
  }

  rename(name: string): void {
    this.#process.write(name);
  }

  /** Tells it to stop; once it is gone, what it said at last. */
  async stop(): Promise<GatewaySaid | undefined> {
    await this.#process.stop();
    return this.#said.at(-1);
  }

  /** Ends it as a loss of power would. */
  async kill(): Promise<void> {
    this.#process.signal("SIGKILL");
    await this.#process.stop();
  }
}
