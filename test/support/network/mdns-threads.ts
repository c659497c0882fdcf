import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { announceByMdns, type MdnsAnnouncer, type MdnsOptions } from "../../../src/mdns/announce.ts";
import type { Card } from "../../../src/mdns/cards.ts";
import type { MdnsState } from "../../../src/mdns/state.ts";
import { ManualClock } from "../gateway/manual-clock.ts";
import { someFolder } from "../store/some-folder.ts";

export const RETRY_MILLIS = 10_000;

const PATIENCE_MILLIS = 5_000;

export const LAN: Card = { address: "10.71.1.1", netmask: "255.255.255.0", internal: false };
export const WIFI: Card = { address: "10.71.2.1", netmask: "255.255.255.0", internal: false };

/** A thread that does as it should, without any network, and keeps a diary. */
export const OBEDIENT = `
import { appendFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
const note = (deed) => appendFileSync(new URL("diary", import.meta.url), JSON.stringify({ deed, ...workerData }) + "\\n");
note("announced");
const addresses = workerData.cards.map(({ address }) => address);
parentPort.postMessage({ announced: true, name: workerData.name, addresses });
parentPort.once("message", () => { note("goodbye"); process.exit(); });
`;
/** The same, where somebody else has every name without a number. */
export const RENAMED = OBEDIENT.replaceAll("workerData.name,", 'workerData.name.replace(/(?<!\\))$/, " (2)"),');

/** One whose sockets are refused. */
export const REFUSED = OBEDIENT.replace(/announced: true.*addresses/, 'announced: false, reason: "taken"');

export const THROWING = `${OBEDIENT} setTimeout(() => { throw new Error("a bug in ciao"); });`;
export const REJECTING = `${OBEDIENT} void Promise.reject(new Error("a promise that nobody awaits"));`;
export const EXITING = `${OBEDIENT} setTimeout(() => process.exit(1));`;
export const GREEDY = `${OBEDIENT} setTimeout(() => { for (const kept = []; ; ) kept.push(new Array(10_000).fill(kept.length)); });`;
export const SILENT = 'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => undefined);';
export const HANGING = `${OBEDIENT} setTimeout(() => { for (;;); }, 1);`;

/** An announcer with a thread of some kind, and what it tells. */
export class Announced {
  readonly folder = someFolder();
  readonly workerPath = join(this.folder, "worker.mjs");
  readonly states: MdnsState[] = [];
  readonly clock = new ManualClock();
  readonly announcer: MdnsAnnouncer;
  cards: readonly Card[] = [LAN];
  #taken = 0;
  #hasEnded = false;
  #wake: () => void = () => undefined;

  constructor(program: string, options: Partial<MdnsOptions> = {}) {
    this.become(program);
    this.announcer = announceByMdns({
      name: "Luxgate",
      type: "luxgate",
      port: 8080,
      mac: "02:00:5E:10:00:AB",
      resetId: "A0000000-0000-4000-8000-000000000000",
      model: "LG-1",
      version: "1.2.3",
      host: "0.0.0.0",
      advertiseIp: undefined,
      cards: () => this.cards,
      clock: this.clock,
      retryMillis: RETRY_MILLIS,
      workerPath: this.workerPath,
      onState: (state) => {
        this.states.push(state);
        this.#wake();
      },
      ...options,
    });
    onTestFinished(() => this.end());
  }

  /** What the next thread will be. */
  become(program: string): void {
    writeFileSync(this.workerPath, program);
  }

  /** The next state, those told already first. */
  async next(): Promise<MdnsState> {
    for (;;) {
      const state = this.states[this.#taken];
      if (state) {
        this.#taken += 1;
        return state;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Stops it; a thread that hangs is ended by the clock. */
  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const force = setTimeout(() => this.clock.advance(400), PATIENCE_MILLIS);
    await this.announcer.stop();
    clearTimeout(force);
  }

  /** What the threads did, in their order. */
  get diary(): readonly Readonly<Record<string, unknown>>[] {
    const path = join(this.folder, "diary");
    const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
    return lines.map((line) => JSON.parse(line));
  }
}
