import { createInterface } from "node:readline";
import { announceByMdns, type MdnsOptions } from "../../src/edges/mdns/announce.ts";
import { ownInterfaces } from "../../src/edges/mdns/own-interfaces.ts";
import type { MdnsState } from "../../src/edges/mdns/state.ts";
import { SYSTEM_CLOCK } from "../../src/shared/system-clock.ts";

/** How the program below is started: with these as its one argument, in JSON. */
export type GatewayOptions = Omit<MdnsOptions, "interfaces" | "clock" | "random" | "openSocket" | "onState">;

/** What it says, a line of JSON each. */
export type GatewaySaid =
  | { readonly state: MdnsState }
  /** After it was told to stop: how long that took, and what would keep the process from ending. */
  | { readonly stoppedAfterMillis: number; readonly left: readonly string[] };

const say = (said: GatewaySaid) => process.stdout.write(`${JSON.stringify(said)}\n`);

// A gateway of which there is nothing but what announces it.
const options: GatewayOptions = JSON.parse(process.argv[2] ?? "");
const announcer = announceByMdns({
  ...options,
  interfaces: ownInterfaces(),
  clock: SYSTEM_CLOCK,
  random: Math.random,
  onState: (state) => say({ state }),
});
const names = createInterface({ input: process.stdin }).on("line", (name) => announcer.rename(name));

process.once("SIGTERM", async () => {
  names.close();
  process.stdin.destroy();
  const startedMillis = performance.now();
  await announcer.stop();
  const stoppedAfterMillis = performance.now() - startedMillis;
  // Node lets go of a closed socket at the end of a turn of its event loop.
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  const left = process.getActiveResourcesInfo().filter((resource) => !OUTPUT.includes(resource));
  say({ stoppedAfterMillis, left });
});

const OUTPUT = ["PipeWrap", "TTYWrap", "Immediate"];
