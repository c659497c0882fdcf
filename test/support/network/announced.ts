import { onTestFinished } from "vitest";
import { announceByMdns, type MdnsAnnouncer, type MdnsOptions } from "../../../src/edges/mdns/announce.ts";
import type { NetworkInterface } from "../../../src/edges/mdns/interfaces.ts";
import type { MdnsState } from "../../../src/edges/mdns/state.ts";
import { ManualClock } from "../gateway/manual-clock.ts";
import { inWords, SimulatedLan } from "./simulated-lan.ts";

export const RETRY_MILLIS = 10_000;

export const LAN: NetworkInterface = { address: "10.71.1.1", netmask: "255.255.255.0", internal: false };
export const WIFI: NetworkInterface = { address: "10.71.2.1", netmask: "255.255.255.0", internal: false };

/** Networks and their time. */
export class Surroundings {
  readonly clock = new ManualClock();
  readonly lan = new SimulatedLan(this.clock);

  /** Time passes in small steps, so that promises come true in between. */
  async pass(millis: number, stepMillis = 25): Promise<void> {
    for (let left = millis; left > 0; left -= stepMillis) {
      await new Promise((resolve) => setImmediate(resolve));
      this.clock.advance(Math.min(left, stepMillis));
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** What was sent from an address, in words. */
  sentFrom({ address }: NetworkInterface): readonly string[] {
    return this.lan.sent.filter(({ from }) => from === address).map(inWords);
  }
}

/** A gateway that is announced on networks in memory, and the states it tells. */
export class Announced {
  readonly around: Surroundings;
  readonly states: MdnsState[] = [];
  readonly announcer: MdnsAnnouncer;
  interfaces: readonly NetworkInterface[] = [LAN];
  #taken = 0;

  constructor(options: Partial<MdnsOptions> = {}, around = new Surroundings()) {
    this.around = around;
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
      interfaces: () => this.interfaces,
      clock: around.clock,
      random: () => 0,
      openSocket: around.lan.openSocket,
      retryMillis: RETRY_MILLIS,
      onState: (state) => this.states.push(state),
      ...options,
    });
    onTestFinished(() => this.announcer.stop());
  }

  /** The next state, those told already first; time passes until it is told, at most so long. */
  async next(withinMillis = 5_000): Promise<MdnsState | undefined> {
    for (let passed = 0; this.states.length <= this.#taken && passed < withinMillis; passed += 25) {
      await this.around.pass(25);
    }
    return this.states[this.#taken++];
  }
}
