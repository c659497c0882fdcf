import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { HEAP_FLAGS } from "../../test/support/heap-flags.ts";

/** Server and load run on a core each, so that they do not take time from one another. */
const SERVER_CORE = "0";
export const LOAD_CORE = "1";
export const BOTH_CORES = `${SERVER_CORE},${LOAD_CORE}`;

const PATIENCE_MILLIS = 120_000;

export interface Server {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Whatever happens, none of them is left behind. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

function started(command: readonly string[], options: SpawnOptions, core = SERVER_CORE): ChildProcess {
  const child = spawn("taskset", ["-c", core, ...command], options);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

interface Start {
  /** Stand before the program. */
  readonly nodeOptions?: readonly string[] | undefined;
  /** Instead of the servers' core alone. */
  readonly onBothCores?: boolean | undefined;
}

/** Our own program, on a state folder and on free ports. */
export const startGateway = (
  stateFolder: string,
  args: readonly string[],
  { nodeOptions = [], onBothCores = false }: Start = {},
): Promise<Server> =>
  startNode(
    [
      ...nodeOptions,
      ...HEAP_FLAGS,
      "dist/luxgate.js",
      "serve",
      "--http-port=0",
      "--discovery-port=0",
      "--mqtt-port=0",
      "--no-mdns",
      "--host=127.0.0.1",
      `--data-dir=${stateFolder}`,
      ...args,
    ],
    onBothCores ? BOTH_CORES : SERVER_CORE,
  );

/** Our own program as a front of a fleet, with MQTT, on free ports. */
export const startFront = (
  servers: readonly string[],
  credentialsFile: string,
  { args = [], onBothCores = false }: { readonly args?: readonly string[] } & Pick<Start, "onBothCores"> = {},
): Promise<Server> =>
  startNode(
    [
      ...HEAP_FLAGS,
      "dist/luxgate.js",
      "fleet",
      "serve",
      "--http-port=0",
      "--mqtt-port=0",
      "--no-discovery",
      "--host=127.0.0.1",
      `--nats=${servers.join(",")}`,
      `--credentials=${credentialsFile}`,
      ...args,
    ],
    onBothCores ? BOTH_CORES : SERVER_CORE,
  );

/** Moves a process with all its threads to other cores. */
export function moveTo(pid: number | undefined, cores: string): void {
  execFileSync("taskset", ["-a", "-c", "-p", cores, `${pid}`], { stdio: "ignore" });
}

/** A program for Node on the servers' core, once it says where it answers; one that is preloaded can be spoken to. */
export async function startNode(args: readonly string[], core = SERVER_CORE): Promise<Server> {
  const isPreloaded = args[0]?.startsWith("--import") ?? false;
  const stdio: SpawnOptions["stdio"] = ["ignore", "pipe", "inherit", isPreloaded ? "ipc" : "ignore"];
  const child = started([process.execPath, ...args], { stdio }, core);
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (piece: Buffer) => {
      output += piece;
      const said = /is ready at (\S+)/.exec(output)?.[1];
      if (said !== undefined) resolve(said);
    });
    child.once("exit", () => reject(new Error(`${args.join(" ")} ended before it was ready:\n${output}`)));
  });
  return { url, process: child, stop: () => stopped(child) };
}

/** A program of somebody else's on the servers' core, once it answers at an address; what it says is not read. */
export async function startQuiet(command: readonly string[], url: string): Promise<Server> {
  const child = started(command, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production", NO_UPDATE_NOTIFIER: "1" },
  });
  const giveUpMillis = performance.now() + PATIENCE_MILLIS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > giveUpMillis) {
      await stopped(child);
      throw new Error(`${command.join(" ")} does not answer at ${url}`);
    }
    await pause(100);
  }
  return { url, process: child, stop: () => stopped(child) };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (answer) => (await answer.arrayBuffer()).byteLength > 0 && answer.ok,
    () => false,
  );

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
