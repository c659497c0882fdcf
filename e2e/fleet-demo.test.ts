import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { FleetOperator } from "./support/fleet-operator.ts";
import { temporaryFolder } from "./support/program.ts";

/** `npm run fleet` in a folder of its own, on this machine alone, with what it printed on both outputs. */
class Demo {
  readonly process: ChildProcess;
  said = "";
  readonly #closed: Promise<unknown>;

  constructor(folder: string, ...args: readonly string[]) {
    const options = ["--folder", folder, "--host", "127.0.0.1", ...args];
    this.process = spawn(process.execPath, ["tools/fleet.mjs", ...options], { stdio: ["ignore", "pipe", "pipe"] });
    for (const output of [this.process.stdout, this.process.stderr]) {
      output?.setEncoding("utf8").on("data", (text) => {
        this.said += text;
      });
    }
    this.#closed = once(this.process, "close");
    onTestFinished(async () => {
      this.process.kill("SIGTERM");
      await this.#closed;
    });
  }

  async says(pattern: RegExp): Promise<readonly string[]> {
    return vi.waitUntil(
      () => {
        const match = pattern.exec(this.said);
        if (!match && this.process.exitCode !== null) throw new Error(`it ended without ${pattern}: ${this.said}`);
        return match;
      },
      { timeout: 150_000, interval: 20 },
    );
  }

  /** The address of the front. */
  async ready(): Promise<string> {
    const [, url = ""] = await this.says(/is ready at (http:\S+):[\s\S]+press Ctrl-C\n/);
    return url;
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal);
    await this.#closed;
    return this.process.exitCode;
  }

  /** The processes that it started. */
  get pids(): readonly number[] {
    return [...this.said.matchAll(/ process (\d+)$/gm)].map(([, pid]) => Number(pid));
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

interface Listed {
  readonly name: string;
  readonly online?: number;
}

/** What the front lists, by name. */
async function list(url: string, kind: string): Promise<ReadonlyMap<string, Listed>> {
  const answer = await fetch(`${url}/clip/v2/resource/${kind}`);
  const { data } = (await answer.json()) as { readonly data: { readonly arr: readonly Listed[] } };
  return new Map(data.arr.map((resource) => [resource.name, resource]));
}

/** Keeps a port, which another program may have already. Gives its number. */
async function occupy(port: number): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  const settled = new Promise<void>((resolve) => server.once("listening", resolve).once("error", () => resolve()));
  server.listen(port, "127.0.0.1");
  await settled;
  return server.listening ? (server.address() as AddressInfo).port : port;
}

test("npm run fleet shows three gateways as one, starts one again that ended, and leaves nothing running", async () => {
  const folder = join(temporaryFolder(), "a fleet");
  await occupy(8080);
  const demo = new Demo(folder, "--restart-after", "1");
  const url = await demo.ready();
  expect(url).not.toMatch(/:8080$/);
  expect(demo.said).toMatch(/^Port 8080 is in use/m);
  const lights = [...(await list(url, "light")).keys()];
  expect(lights).toHaveLength(17);
  expect(lights).toEqual(expect.arrayContaining(["Chandelier", "Bedside 101", "Bedside 202"]));
  expect([...(await list(url, "bridge")).keys()]).toEqual([
    "Grand Hotel",
    ...Array.from({ length: 3 }, () => expect.stringMatching(/^(Lobby|Floor 1|Floor 2) gateway$/)),
  ]);

  const second = new Demo(folder);
  await second.says(/already runs/);
  await vi.waitFor(() => expect(second.process.exitCode).toBe(1));

  const operator = new FleetOperator();
  const printed = [...demo.said.matchAll(/npx (luxgate fleet .*)$/gm)].map(([, command = ""]) => command);
  expect(printed).toHaveLength(3);
  for (const command of printed) expect(await operator.types(command)).toMatchObject({ status: 0, errors: "" });
  const pairing = await fetch(`${url}/api`, { method: "POST", body: '{"device_type":"me#demo"}' });
  expect(await pairing.json()).toMatchObject({ code: 0 });

  const [, pid] = await demo.says(/kill -9 (\d+)/);
  process.kill(Number(pid), "SIGTERM");
  await demo.says(/^Floor 1 \(process \d+\) ended with exit code 0\. .* It starts again in 1 s\.$/m);
  await demo.says(/^Floor 1 runs again, as process \d+\.$/m);
  await vi.waitFor(async () => expect((await list(url, "device")).get("Bedside 101")?.online).toBe(1), 30_000);

  expect(demo.pids).toHaveLength(5);
  await demo.stop("SIGKILL");
  await vi.waitFor(() => expect(demo.pids.filter(isAlive)).toEqual([]), 20_000);
  const again = new Demo(folder);
  expect((await list(await again.ready(), "bridge")).size).toBe(4);
  expect(again.said).not.toMatch(/Making the keys/);
  expect(await again.stop("SIGINT")).toBe(0);
  expect(again.pids.filter(isAlive)).toEqual([]);
}, 120_000);

test("npm run fleet leaves other people's folders alone, and names a program that does not start", async () => {
  const elsewhere = new Demo("docs");
  await elsewhere.says(/docs has other files in it/);
  const demo = new Demo(temporaryFolder(), "--http-port", String(await occupy(0)));
  await demo.says(/^The front ended with exit code 1\. It printed:[\s\S]+ is in use/m);
  await vi.waitFor(() => expect(demo.process.exitCode).toBe(1), 10_000);
}, 120_000);
