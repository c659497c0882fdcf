import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { onTestFinished } from "vitest";
import { NetworkNamespace } from "../support/network-namespace.ts";

const ip = (...args: readonly string[]): void => void execFileSync("ip", args, { stdio: "pipe" });

/** A site with one gateway: one line to the cluster, which can be cut, and one to clients of its own. */
export class Site {
  /** Where the cluster is: this machine, on a network that the line is part of. */
  readonly clusterAddress: string;
  /** Where clients reach the gateway, however the other line is. */
  readonly gatewayAddress: string;
  readonly #namespace = new NetworkNamespace();
  readonly #number = randomInt(16 ** 6)
    .toString(16)
    .padStart(6, "0");

  private constructor() {
    const [second, third] = [randomInt(64, 128), randomInt(127) * 2];
    this.clusterAddress = `10.${second}.${third}.1`;
    this.gatewayAddress = `10.${second}.${third + 1}.2`;
  }

  static make(): Site {
    const site = new Site();
    onTestFinished(() => site.#remove());
    site.#connect();
    return site;
  }

  command(...program: readonly string[]): readonly string[] {
    const { command, args } = this.#namespace.command(...program);
    return [command, ...args];
  }

  /** No end is told: whatever is sent is lost. */
  cut(): void {
    ip("link", "set", this.#name("w"), "down");
  }

  mend(): void {
    ip("link", "set", this.#name("w"), "up");
  }

  #connect(): void {
    const namespace = this.#namespace;
    const [bridge, toCluster, toClients] = [this.#name("b"), this.#name("w"), this.#name("l")];
    namespace.ip("link", "set", "lo", "up");
    ip("link", "add", bridge, "type", "bridge");
    ip("link", "add", toCluster, "type", "veth", "peer", "name", "cluster", "netns", namespace.name);
    ip("link", "set", toCluster, "master", bridge);
    ip("link", "add", toClients, "type", "veth", "peer", "name", "clients", "netns", namespace.name);
    ip("addr", "add", `${this.clusterAddress}/24`, "dev", bridge);
    ip("addr", "add", this.gatewayAddress.replace(/2$/, "1/24"), "dev", toClients);
    namespace.ip("addr", "add", this.clusterAddress.replace(/1$/, "2/24"), "dev", "cluster");
    namespace.ip("addr", "add", `${this.gatewayAddress}/24`, "dev", "clients");
    for (const name of [bridge, toCluster, toClients]) ip("link", "set", name, "up");
    for (const name of ["cluster", "clients"]) namespace.ip("link", "set", name, "up");
  }

  #remove(): void {
    this.#namespace.remove();
    ip("link", "del", this.#name("b"));
  }

  #name = (kind: string): string => `lux${kind}${this.#number}`;
}
