import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** Server and load run on a core each, so that they do not take time from one another. */
const SERVER_CORE = "0";
export const LOAD_CORE = "1";

export interface Server {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Our own program, on a state folder and on free ports. */
export const startGateway = (stateFolder: string, args: readonly string[]): Promise<Server> =>
  startServer([
    "dist/luxgate.js",
    "serve",
    "--http-port=0",
    "--discovery-port=0",
    "--mqtt-port=0",
    "--no-mdns",
    "--host=127.0.0.1",
    `--data-dir=${stateFolder}`,
    ...args,
  ]);

/** Starts a server on its core and waits until it says where it answers. */
export async function startServer(args: readonly string[]): Promise<Server> {
  const child = spawn("taskset", ["-c", SERVER_CORE, process.execPath, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for (;;) {
    const [text] = await once(child.stdout, "data");
    output += text;
    const url = /is ready at (http:\/\/\S+)/.exec(output)?.[1];
    if (url !== undefined) return { url, process: child, stop: () => stopped(child) };
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

/** Requests a second that `wrk` gets out of an address. */
export function requestsPerSecond(
  url: string,
  { connections, seconds }: { connections: number; seconds: number },
): number {
  const load = ["-c", LOAD_CORE, "wrk", "-t1", `-c${connections}`, `-d${seconds}s`, url];
  const { stdout, status } = spawnSync("taskset", load, { encoding: "utf8" });
  const figure = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (status !== 0 || figure === undefined || /Non-2xx/.test(stdout))
    throw new Error(`wrk failed on ${url}:\n${stdout}`);
  return Number(figure);
}

/** Debian's `wrk` and `taskset`, installed where that is possible. */
export function requireTools(): void {
  const has = (tool: string) => spawnSync("sh", ["-c", `command -v ${tool}`]).status === 0;
  if (!has("wrk") && process.getuid?.() === 0 && has("apt-get")) {
    spawnSync("sh", ["-c", "apt-get update -qq && apt-get install -y -qq wrk"], { stdio: "inherit" });
  }
  for (const tool of ["wrk", "taskset"]) {
    if (!has(tool))
      throw new Error(`npm run bench needs ${tool}: install it (Debian: apt-get install wrk util-linux).`);
  }
}
