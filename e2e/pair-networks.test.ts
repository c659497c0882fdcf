import { expect, test } from "vitest";
import { type NetworkNamespace, whyNoNamespaces } from "./support/network-namespace.ts";
import { Program } from "./support/program.ts";
import { Terminal } from "./support/terminal.ts";
import { luxgateIn, serveIn, twoMachines } from "./support/two-machines.ts";

const KEY = /^[0-9A-Za-z_-]{43}$/m;

const pairIn = (namespace: NetworkNamespace, ...args: readonly string[]): Program =>
  luxgateIn(namespace, "pair", ...args);

async function press(folder: string): Promise<void> {
  expect(await Program.start(["press"], { LUXGATE_DATA_DIR: folder }).end()).toBe(0);
}

const asksFor = (pairing: Program, address: string) =>
  expect.poll(() => pairing.errors).toContain(`Press the button of the gateway at ${address}`);

const obstacle = whyNoNamespaces();
if (obstacle !== undefined) console.warn(`luxgate pair is not tested on networks: ${obstacle}.`);

test.skipIf(obstacle !== undefined)(
  `luxgate pair finds the only gateway by itself, and of several the one that is named or chosen${obstacle === undefined ? "" : ` (skipped: ${obstacle})`}`,
  async () => {
    const [here, there] = await twoMachines();
    expect(await pairIn(here).end()).toBe(1);

    const first = await serveIn(there, "02:00:00:00:00:01");
    const alone = pairIn(here);
    await asksFor(alone, "http://10.73.1.2:8080");
    await press(first);
    expect(await alone.end()).toBe(0);
    expect(alone.output).toMatch(KEY);

    const second = await serveIn(here, "02:00:00:00:00:02");
    const several = pairIn(here);
    expect(await several.end()).toBe(1);
    expect(several.output).toBe("");
    expect(several.errors).toMatch(/^Several gateways answered\. Choose one:\n {2}NAME +ADDRESS +MAC\n/);
    expect(several.errors).toMatch(/Luxgate +10\.73\.1\.2 +02:00:00:00:00:01\n/);

    const named = pairIn(here, "--gateway", "02:00:00:00:00:02");
    await asksFor(named, "http://10.73.1.1:8080");
    await press(second);
    expect(await named.end()).toBe(0);

    const stranger = pairIn(here, "Den");
    expect(await stranger.end()).toBe(1);
    expect(stranger.errors).toMatch(/^No gateway is called "Den"\. Found:\n/);

    const { command, args } = here.command();
    const terminal = new Terminal(["pair"], { before: [command, ...args] });
    const [, number = ""] = await terminal.says(/^(\d) +Luxgate +10\.73\.1\.2 +02:00:00:00:00:01$/m);
    await terminal.says(/Which one\? \[1-2\] /);
    terminal.type(`${number}\r`);
    await terminal.says(/Press the button of the gateway at http:\/\/10\.73\.1\.2:8080/);
    await press(first);
    expect(await terminal.end()).toBe(0);
    expect(terminal.output).toMatch(KEY);
  },
  120_000,
);
