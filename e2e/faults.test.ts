import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "mqtt";
import { expect, onTestFinished, test } from "vitest";
import { UdpClient } from "../test/support/network/udp-client.ts";
import { FAULT_AT_START, FAULT_SIGNAL, injected, onSignal } from "./support/injected-fault.ts";
import type { OperatorRequest } from "./support/operator-line.ts";
import { FREE_PORTS_HERE, Program, temporaryFolder } from "./support/program.ts";
import { RunningHome } from "./support/running-home.ts";

const FAULT_CODE = 70;
/** The second that a stop has, and what it takes to end a process on a machine that has other things to do. */
const MOST_MILLIS = 4_000;

const THROWN = 'throw new Error("injected");';
const REJECTED = 'Promise.reject(new Error("injected"));';

const addRoom = (name: string): OperatorRequest => ({ command: "room.add", with: { name } });

/** The exit code after the injected fault, and how long that took. */
async function failed(program: Program): Promise<{ readonly code: number | null; readonly millis: number }> {
  const begunMillis = performance.now();
  const code = await program.stop(FAULT_SIGNAL);
  return { code, millis: performance.now() - begunMillis };
}

test.each([
  ["an exception", THROWN],
  ["a rejected promise", REJECTED],
])(
  "%s that nothing catches is logged and ends the gateway; what was acknowledged is there again",
  async (_what, code) => {
    const folder = temporaryFolder();
    const home = await RunningHome.on(folder, { environment: injected(onSignal(code)) });
    await home.done(addRoom("Attic"));
    const { code: exitCode, millis } = await failed(home.program);
    expect([exitCode, home.program.errors]).toEqual([FAULT_CODE, ""]);
    expect(millis).toBeLessThan(MOST_MILLIS);
    expect(home.program.rawOutput).toMatch(/^\S+ \S+ error Uncaught fault.* 70: Error: injected +at .*\n$/m);
    const again = await RunningHome.on(folder);
    expect(again.program.output).toMatch(/^Luxgate \S+ is ready/);
    expect((await again.lists()).room).toContain("Attic");
  },
);

test("a stop that hangs, and faults that follow, delay the end by a second and no more", async () => {
  const hanging = 'import { Server } from "node:net"; Server.prototype.close = () => undefined;';
  const environment = injected(`${hanging} ${onSignal(`setInterval(() => { ${THROWN} }, 10);`)}`);
  const home = await RunningHome.on(temporaryFolder(), { environment });
  const { code, millis } = await failed(home.program);
  expect(code).toBe(FAULT_CODE);
  expect(millis).toBeGreaterThan(900);
  expect(millis).toBeLessThan(MOST_MILLIS);
  expect(home.program.output.match(/Uncaught fault/g)).toHaveLength(1);
});

test("a fault while the gateway starts ends it in the same way", async () => {
  const program = Program.serveFrom(temporaryFolder(), { environment: injected(FAULT_AT_START) });
  expect(await program.end()).toBe(FAULT_CODE);
  expect(program.output).toContain("Error: injected");
});

test("a fault in the store's thread ends the gateway, as nothing can be stored any more", async () => {
  const folder = temporaryFolder();
  const due = join(temporaryFolder(), "due");
  const fail = `import { existsSync } from "node:fs";
    if (!isMainThread) setInterval(() => { if (existsSync(${JSON.stringify(due)})) { ${THROWN} } }, 20).unref();`;
  const home = await RunningHome.on(folder, { environment: injected(fail) });
  await home.done(addRoom("Attic"));
  writeFileSync(due, "");
  expect(await home.program.end()).toBe(FAULT_CODE);
  expect(home.program.output).toContain("Error: injected");
  expect((await (await RunningHome.on(folder)).lists()).room).toContain("Attic");
});

/** Fails at the first response, datagram and packet of the kinds below. */
const FAULTS_OF_CLIENTS = `
  import { ServerResponse } from "node:http";
  import { Socket as UdpSocket } from "node:dgram";
  import { Socket } from "node:net";
  const failOnce = (type, name, isFaulty) => {
    const former = type.prototype[name];
    type.prototype[name] = function (...given) {
      if (!isFaulty(...given)) return former.apply(this, given);
      type.prototype[name] = former;
      throw new Error("injected into " + name);
    };
  };
  if (isMainThread) {
    failOnce(ServerResponse, "writeHead", () => true);
    failOnce(UdpSocket, "send", () => true);
    const CONNACK = 0x20;
    failOnce(Socket, "write", (bytes) => bytes[0] === CONNACK);
  }`;

test("a fault in a client's request, datagram or packet is logged, and costs that client alone", async () => {
  const args = ["serve", ...FREE_PORTS_HERE, "--data-dir", temporaryFolder()];
  const program = Program.start(args, injected(FAULTS_OF_CLIENTS));
  const { url, discoveryPort } = await program.ready();
  const [, mqttPort] = await program.says(/MQTT port (\d+)/);
  const post = () => fetch(`${url}/api`, { method: "POST", body: "{}" });
  await expect(post()).rejects.toThrow();
  expect((await post()).status).toBe(200);

  const client = await UdpClient.open();
  onTestFinished(() => client.close());
  await client.send('{"op":101}', discoveryPort);
  await client.send('{"op":101}', discoveryPort);
  expect(JSON.parse(await client.next())).toMatchObject({ op: 102 });

  const subscriber = connect(`mqtt://127.0.0.1:${mqttPort}`, { reconnectPeriod: 10 });
  onTestFinished(() => void subscriber.end(true));
  await new Promise((resolve) => subscriber.once("connect", resolve));

  for (const name of ["writeHead", "send", "write"]) {
    expect(program.output).toMatch(new RegExp(`^Fault: Error: injected into ${name} `, "m"));
  }
  expect(await program.stop()).toBe(0);
});

test("a command that meets a fault ends at once, and says so", async () => {
  const { url } = await RunningHome.on(temporaryFolder());
  const watch = Program.start(["watch", "--url", url], injected(onSignal(THROWN)));
  await watch.says(/LIGHT/);
  expect((await failed(watch)).code).toBe(1);
  expect(watch.errors).toContain("Error: injected");
});
