import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { LineProcess } from "./line-process.ts";
import { NetworkNamespace } from "./network-namespace.ts";
import { Program } from "./program.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/luxgate.js", import.meta.url));

/** A machine (10.73.1.1) on a network with another (10.73.1.2), each with one interface. */
export async function twoMachines(): Promise<readonly [NetworkNamespace, NetworkNamespace]> {
  const [here, there] = [new NetworkNamespace(), new NetworkNamespace()];
  onTestFinished(() => {
    here.remove();
    there.remove();
  });
  for (const namespace of [here, there]) namespace.ip("link", "set", "lo", "up");
  here.ip("link", "add", "lan", "type", "veth", "peer", "name", "lan", "netns", there.name);
  for (const [namespace, address] of [
    [here, "10.73.1.1/24"],
    [there, "10.73.1.2/24"],
  ] as const) {
    namespace.ip("addr", "add", address, "brd", "+", "dev", "lan");
    namespace.ip("link", "set", "lan", "up");
  }
  await Promise.all([here.interfaceIsUp("lan"), there.interfaceIsUp("lan")]);
  return [here, there];
}

/** A gateway with its usual ports; gives its folder. */
export async function serveIn(namespace: NetworkNamespace, mac: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-machine-"));
  const { command, args } = namespace.command(process.execPath, PROGRAM, "serve", "--data-dir", folder, "--mac", mac);
  const gateway = new LineProcess(command, args);
  onTestFinished(async () => {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await gateway.line(/is ready at/);
  return folder;
}

/** A command on a machine, as a person gives it. */
export function luxgateIn(namespace: NetworkNamespace, ...args: readonly string[]): Program {
  const { command, args: before } = namespace.command(process.execPath, PROGRAM);
  const program = Program.startAs({ command: [command, ...before] }, args);
  program.process.stdin?.end();
  return program;
}
