import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { generatedHome } from "../bench/generated-home.ts";
import { Program, temporaryFolder } from "./support/program.ts";

// Whether reads over a socket have become much slower, judged by the processor's time that two servers need for the same
// bytes in one run, and never by a clock. Normally ours needs about two thirds of what Node's own server does.

const LIGHTS = "/clip/v2/resource/light";
const ROUNDS = 5;
const MOST_ROUNDS = 4 * ROUNDS;
const REQUESTS = 4_800;
const CONNECTIONS = 32;

/** What node:http does at its best with bytes that are there. */
const READY_BYTES = `
const body = require("node:fs").readFileSync(process.argv[1]);
const headers = ["Content-Type", "application/json", "Content-Length", String(body.byteLength)];
const server = require("node:http").createServer((_, response) => {
  response.sendDate = false;
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

interface Contender {
  readonly pid: number;
  readonly port: number;
}

async function readyBytes(body: Uint8Array): Promise<Contender> {
  const file = join(temporaryFolder(), "body.json");
  writeFileSync(file, body);
  const child = spawn(process.execPath, ["-e", READY_BYTES, file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout })) return { pid: child.pid ?? 0, port: Number(line) };
  throw new Error("the server with ready bytes did not start");
}

async function ours(lights: number): Promise<Contender & { readonly url: string }> {
  const home = join(temporaryFolder(), "home.yaml");
  writeFileSync(home, generatedHome(lights));
  const program = Program.serve(["--home", home]);
  const { url } = await program.ready();
  return { pid: program.process.pid ?? 0, port: Number(new URL(url).port), url };
}

/** Nanoseconds that the main thread of a process has had of a processor. */
const usedNanos = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]);

/** Asks one after the other on a connection; settles once all answers, each of so many bytes, are there. */
function ask(port: number, request: string, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1", () => socket.write(request));
    let [answers, received, answerBytes] = [0, 0, 0];
    socket.setNoDelay(true).on("error", reject);
    socket.on("data", (bytes) => {
      received += bytes.byteLength;
      answerBytes ||= wholeLengthOf(bytes);
      if (received < answerBytes) return;
      received = 0;
      answers += 1;
      if (answers < count) socket.write(request);
      else socket.end(() => resolve());
    });
  });
}

function wholeLengthOf(bytes: Buffer): number {
  const head = bytes.toString("latin1", 0, bytes.indexOf("\r\n\r\n"));
  return head.length + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

async function nanosEach({ pid, port }: Contender, target: string, headers = ""): Promise<number> {
  const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
  const before = usedNanos(pid);
  await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(port, request, REQUESTS / CONNECTIONS)));
  return (usedNanos(pid) - before) / REQUESTS;
}

/**
 * What one takes, as a share of the other: the least of some rounds in turn for each, as whatever else the machine does
 * only adds to it. A share above the limit is measured on: the machine may have been disturbed for all of that time.
 */
async function shareOf(
  [mine, theirs]: readonly [() => Promise<number>, () => Promise<number>],
  limit: number,
): Promise<number> {
  let [least, leastOther] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < MOST_ROUNDS && (round < ROUNDS || least / leastOther >= limit); round += 1) {
    least = Math.min(least, await mine());
    leastOther = Math.min(leastOther, await theirs());
  }
  return least / leastOther;
}

const canBeSeen = process.platform === "linux";
if (!canBeSeen) console.warn("The time that servers need is not compared: only Linux tells it.");

test.skipIf(!canBeSeen)(
  "a list of 50 lights needs no more of the processor than node:http needs for its bytes",
  async () => {
    const gateway = await ours(50);
    const body = Buffer.from(await (await fetch(gateway.url + LIGHTS)).arrayBuffer());
    const plain = await readyBytes(body);
    const contenders = [() => nanosEach(gateway, LIGHTS), () => nanosEach(plain, "/")] as const;
    expect(await shareOf(contenders, 1.2)).toBeLessThan(1.2);
  },
);

test.skipIf(!canBeSeen)("that a list has not changed needs as little of the processor as a single light", async () => {
  const gateway = await ours(50);
  const answer = await fetch(gateway.url + LIGHTS, { headers: { "Accept-Encoding": "identity" } });
  const { data } = JSON.parse(await answer.text());
  const known = `If-None-Match: ${answer.headers.get("etag")}\r\n`;
  const contenders = [
    () => nanosEach(gateway, LIGHTS, known),
    () => nanosEach(gateway, `${LIGHTS}/${data.arr[0].id}`),
  ] as const;
  expect(await shareOf(contenders, 1.5)).toBeLessThan(1.5);
});
