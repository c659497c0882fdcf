import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { generatedHome } from "./generated-home.ts";
import { requestsPerSecond, requireTools, type Server, startServer } from "./process.ts";

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;
const AIM = 15;

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const row = (cells: readonly (string | number)[]): string => cells.map((cell) => String(cell).padStart(16)).join("");

requireTools();
const folder = mkdtempSync(join(tmpdir(), "luxgate-bench-"));
const servers: Server[] = [];
try {
  console.log(
    `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, ${process.arch}, Node ${process.version}`,
  );
  console.log(`The light list over ${CONNECTIONS} keep-alive connections: wrk on one core, the server on another,`);
  console.log(`the median of ${ROUNDS} rounds of ${SECONDS} s in turn. Requests a second:\n`);
  console.log(row(["lights", "bytes", "Luxgate", "serialising", "ratio"]));
  const demo = await measure("demo", []);
  const large = join(folder, "home.yaml");
  writeFileSync(large, generatedHome(1_000));
  const thousand = await measure("1000", ["--home", large]);
  console.log(`\nAt 1000 lights ${thousand.toFixed(1)} times as fast as serialising each answer; the aim is ${AIM}.`);
  process.exitCode = thousand >= AIM && demo > 0 ? 0 : 1;
} finally {
  for (const server of servers) server.process.kill("SIGTERM");
  rmSync(folder, { recursive: true });
}

async function measure(name: string, args: readonly string[]): Promise<number> {
  const ports = ["--http-port", "0", "--discovery-port", "0", "--data-dir", join(folder, name)];
  const ours = await startServer(["dist/luxgate.js", "serve", ...ports, ...args]);
  servers.push(ours);
  const list = `${ours.url}/clip/v2/resource/light`;
  const theirs = await startServer(["dist/bench-serialising-server.js", list]);
  servers.push(theirs);
  const body = await (await fetch(list)).text();
  const figures = Array.from({ length: ROUNDS }, () => ({
    ours: requestsPerSecond(list, { connections: CONNECTIONS, seconds: SECONDS }),
    theirs: requestsPerSecond(theirs.url, { connections: CONNECTIONS, seconds: SECONDS }),
  }));
  const oursMedian = median(figures.map((figure) => figure.ours));
  const theirsMedian = median(figures.map((figure) => figure.theirs));
  const ratio = oursMedian / theirsMedian;
  const cells = [name, Buffer.byteLength(body), Math.round(oursMedian), Math.round(theirsMedian), ratio.toFixed(1)];
  console.log(row(cells));
  return ratio;
}
