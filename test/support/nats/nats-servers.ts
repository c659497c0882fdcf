import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Fetched for the first test that needs it. */
let program: string | undefined;
export function natsServer(): string {
  program ??= execFileSync(process.execPath, ["tools/nats-server.mjs"], { encoding: "utf8" }).trim();
  return program;
}

/** One of the servers of a cluster; it can be killed and started again on its ports and files. */
export class NatsServer {
  readonly port: number;
  readonly host: string;
  readonly #folder: string;
  readonly #config: string;
  #process: ChildProcess | undefined;

  constructor(folder: string, port: number, config: string, host = "127.0.0.1") {
    this.port = port;
    this.host = host;
    this.#folder = folder;
    this.#config = join(folder, `${port}.conf`);
    writeFileSync(this.#config, config);
  }

  get url(): string {
    return `nats://${this.host}:${this.port}`;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get store(): string {
    return join(this.#folder, `store-${this.port}`);
  }

  async start(): Promise<void> {
    const server = spawn(natsServer(), ["-c", this.#config], { stdio: "ignore" });
    this.#process = server;
    // A test that fails before it stops its servers must not leave them behind.
    const kill = () => void server.kill("SIGKILL");
    process.once("exit", kill);
    server.once("exit", () => process.off("exit", kill));
    while (!(await isOpen(this.port, this.host))) {
      if (this.#process.exitCode !== null) throw new Error("nats-server did not start");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const process = this.#process;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const exit = once(process, "exit");
    process.kill(signal);
    await exit;
  }

  /** It answers nobody from now on, and its connections stay: as a machine that went down, for those it is connected to. */
  freeze(): void {
    this.#process?.kill("SIGSTOP");
  }

  thaw(): void {
    this.#process?.kill("SIGCONT");
  }

  wipe(): void {
    rmSync(this.store, { recursive: true, force: true });
  }
}

/** Starts servers that are one cluster; `shared` is what the configuration of each has: accounts and their users. */
export async function startNats(
  shared: string,
  count: 1 | 3 = 1,
): Promise<{ servers: readonly NatsServer[]; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-nats-"));
  const ports = await freePorts(count * 2);
  const routes = ports.slice(count).map((port) => `nats://127.0.0.1:${port}`);
  const servers = ports.slice(0, count).map((port, index) => {
    const cluster =
      count === 1
        ? ""
        : `cluster { name: test, listen: "127.0.0.1:${ports[count + index]}", routes: [${routes.map((route) => JSON.stringify(route)).join(", ")}] }`;
    const jetstream = `jetstream { store_dir: ${JSON.stringify(join(folder, `store-${port}`))}, sync_interval: always }`;
    const config = `server_name: n${index}\nlisten: "127.0.0.1:${port}"\n${jetstream}\n${cluster}\n${shared}\n`;
    return new NatsServer(folder, port, config);
  });
  await Promise.all(servers.map((server) => server.start()));
  const stop = async () => {
    await Promise.all(servers.map((server) => server.kill()));
    rmSync(folder, { recursive: true, force: true });
  };
  return { servers, stop };
}

function isOpen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Ports that are free, and that nobody gets who asks for any: a server that was killed finds its own again. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const held: Server[] = [];
  while (held.length < count) {
    const server = await holding(randomInt(20_000, 30_000));
    if (server) held.push(server);
  }
  const ports = held.map((server) => (server.address() as { readonly port: number }).port);
  for (const server of held) server.close();
  return ports;
}

const holding = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
