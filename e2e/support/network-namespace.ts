import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** From the package iproute2. */
const IP_PROGRAM = "ip";

/** A network of its own, with its own interfaces, addresses and ports. */
export class NetworkNamespace {
  /** Unique, so that several runs on one machine do not meet. */
  readonly name = `luxgate-${process.pid}-${randomUUID().slice(0, 8)}`;

  constructor() {
    run("netns", "add", this.name);
  }

  /** Runs `ip` inside, such as `ip("addr", "add", "10.71.1.1/24", "dev", "lan")`. */
  ip(...args: readonly string[]): string {
    return run("-n", this.name, ...args);
  }

  /** How to run a program inside; it keeps the process id that it is started with. */
  command(...program: readonly string[]): { readonly command: string; readonly args: readonly string[] } {
    return { command: IP_PROGRAM, args: ["netns", "exec", this.name, ...program] };
  }

  /** Settles once an interface is up as programs see it, a moment after it was set up. */
  async interfaceIsUp(networkInterface: string): Promise<void> {
    while (!this.ip("-o", "link", "show", "dev", networkInterface).includes("state UP")) await pause(10);
  }

  remove(): void {
    run("netns", "del", this.name);
  }
}

/** What stands in the way of network namespaces on this machine, found by trying; nothing if they work. */
export function whyNoNamespaces(): string | undefined {
  let namespace: NetworkNamespace | undefined;
  try {
    namespace = new NetworkNamespace();
    namespace.ip("link", "add", "one", "type", "veth", "peer", "name", "other");
    const { command, args } = namespace.command("true");
    execFileSync(command, args, { stdio: "pipe" });
    return undefined;
  } catch (error) {
    return reasonFrom(error);
  } finally {
    namespace?.remove();
  }
}

const run = (...args: readonly string[]): string => execFileSync(IP_PROGRAM, args, { stdio: "pipe", encoding: "utf8" });

function reasonFrom(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return "the program ip is not installed";
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  return `network namespaces are not to be had here (${said.trim().split("\n")[0]})`;
}
