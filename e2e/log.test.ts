import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { UdpClient } from "../test/support/network/udp-client.ts";
import { LineProcess } from "./support/line-process.ts";
import { FREE_PORTS_HERE, Program, temporaryFolder } from "./support/program.ts";

/** Ctrl-S and Ctrl-Q. */
const STOP = "\u0013";
const GO_ON = "\u0011";

/** The built program in a terminal of its own, made by `script`; what is written is typed, with Enter after it. */
function serveInTerminal(more: readonly string[] = [], onLine?: (line: string) => void): LineProcess {
  const serve = `exec ${process.execPath} dist/luxgate.js serve ${[...FREE_PORTS_HERE, ...more].join(" ")}`;
  const args = ["--quiet", "--return", "--command", `${serve} --data-dir ${temporaryFolder()}`, "/dev/null"];
  const terminal = new LineProcess("script", args, onLine);
  onTestFinished(() => terminal.stop());
  return terminal;
}

test("the gateway goes on while its terminal is stopped, and what it logged comes out afterwards", async () => {
  const terminal = serveInTerminal();
  const [url = ""] = /http:\S+/.exec(await terminal.line(/is ready at/)) ?? [];
  const [, port] = /UDP port (\d+)/.exec(await terminal.line(/UDP port/)) ?? [];
  const client = await UdpClient.open();
  onTestFinished(() => client.close());

  terminal.write(STOP);
  await expect
    .poll(async () => {
      await client.send('{"op":101}', Number(port));
      return JSON.parse(await client.next()).data.link_enabled;
    })
    .toBe(true);
  expect((await fetch(`${url}/clip/v2/resource/light`)).status).toBe(200);

  terminal.write(GO_ON);
  await terminal.line(/Button pressed/);
});

const REQUESTS = 10_000;

/** Reads a path on connections that stay open, so many times; gives the statuses that came. */
async function readMany(url: string, times: number): Promise<ReadonlySet<number | undefined>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const statuses = new Set<number | undefined>();
  const readOne = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent }, (incoming) => {
        statuses.add(incoming.statusCode);
        incoming.resume().once("end", resolve);
      }).once("error", reject);
    });
  const share = async () => {
    for (let at = 0; at < times / 8; at += 1) await readOne();
  };
  await Promise.all(Array.from({ length: 8 }, share));
  agent.destroy();
  return statuses;
}

const REQUESTS_AT_TERMINAL = 2_000;

test("requests that are logged at a stopped terminal are answered, and each has its whole line afterwards", async () => {
  const lines: string[] = [];
  const terminal = serveInTerminal(["--log-requests"], (line) => lines.push(line));
  const [url = ""] = /http:\S+/.exec(await terminal.line(/is ready at/)) ?? [];
  await terminal.line(/pairing/);
  terminal.write(STOP);
  expect(await readMany(`${url}/healthz`, REQUESTS_AT_TERMINAL)).toEqual(new Set([200]));
  expect((await fetch(`${url}/last`)).status).toBe(404);
  terminal.write(GO_ON);
  await terminal.line(/ \/last 404 /);
  const whole = lines.filter((line) => /^GET \/healthz 200 in [.\d]+ ms for 127\.0\.0\.1$/.test(line));
  expect(whole).toHaveLength(REQUESTS_AT_TERMINAL);
  expect(lines.filter((line) => line.includes("healthz"))).toEqual(whole);
});

test("a log of requests that nobody reads stops nothing, is cut short, and says by how much once it is read", async () => {
  const args = ["serve", ...FREE_PORTS_HERE, "--data-dir", temporaryFolder(), "--log-requests"];
  const child = spawn(process.execPath, ["dist/luxgate.js", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let output = "";
  const take = (text: Buffer) => {
    output += text;
  };
  child.stdout.on("data", take);
  while (!output.includes("pairing ")) await once(child.stdout, "data");
  const [, url = ""] = /is ready at (\S+)/.exec(output) ?? [];
  child.stdout.pause();
  expect(await readMany(`${url}/healthz`, REQUESTS)).toEqual(new Set([200]));
  child.stdout.resume();
  while (!/ dropped because the log was not read\.\n/.test(output)) await once(child.stdout, "data");
  const [, lost] = /… (\d+) lines were dropped/.exec(output) ?? [];
  expect(output.match(/GET \/healthz 200 in/g)?.length).toBe(REQUESTS - Number(lost));
  expect(output.length).toBeLessThan(1024 * 1024);
});

test("as JSON every line is an object, of the ready gateway and of each request, and no key is in it", async () => {
  const program = Program.serve(["--log-format", "json", "--log-requests"]);
  const [, url] = await program.says(/"msg":"Luxgate \S+ is ready at (http:[^"]+)"/);
  const key = "k".repeat(43);
  await fetch(`${url}/api/${key}/lights?key=${key}`, { headers: { "application-key": key } });
  await program.says(/\/lights/);
  expect(await program.stop()).toBe(0);
  const entries = program.output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const common = { time: expect.any(Number), pid: program.process.pid, hostname: expect.any(String), level: 30 };
  expect(entries[0]).toMatchObject({ ...common, details: expect.arrayContaining([expect.stringMatching(/^kept in/)]) });
  expect(entries).toContainEqual({
    ...common,
    req: { method: "GET", url: "/api/…/lights", remoteAddress: "127.0.0.1" },
    res: { statusCode: 404 },
    responseTime: expect.any(Number),
    code: -1,
    reason: "not found",
    msg: expect.stringMatching(/^GET \/api\/…\/lights 404 in .*, code -1: not found$/),
  });
  expect(program.output).not.toContain(key);
});
