import { ManualClock } from "./manual-clock.ts";
import { ScriptedBridge } from "./scripted-bridge.ts";
import { ScriptedGateway } from "./scripted-gateway.ts";
import type { StandInDevice } from "./zigbee2mqtt-devices.ts";

/** A note that a gateway left at the broker. */
export interface LeftNote {
  readonly by: number;
  readonly topic: string;
  /** As JSON has it, and what was there before. */
  readonly words: string;
  readonly before: string | undefined;
  readonly atMillis: number;
}

/** Gateways with a connection each to one broker, which keeps what any of them leaves there and says it to all. */
export class SpokenReplicas {
  readonly clock = new ManualClock();
  readonly bridges: readonly ScriptedBridge[];
  readonly gateways: readonly ScriptedGateway[];
  readonly left: LeftNote[] = [];
  readonly #kept = new Map<string, string>();

  constructor(count: number, devices: readonly StandInDevice[]) {
    this.bridges = Array.from({ length: count }, () => new ScriptedBridge());
    this.gateways = this.bridges.map((bridge) => ScriptedGateway.opened({ bridges: [bridge], clock: this.clock }));
    for (const [by, bridge] of this.bridges.entries()) {
      bridge.list({ devices, groups: [] });
      bridge.onPublished = ({ topic, payload, retain }) => {
        if (retain) this.#leave({ by, topic, words: JSON.stringify(payload) });
      };
    }
  }

  /** What the broker keeps under a topic, as JSON has it. */
  kept(topic: string): string | undefined {
    return this.#kept.get(topic);
  }

  /** To all that listen. */
  say(topic: string, payload: unknown): void {
    for (const bridge of this.bridges) bridge.say(topic, payload);
  }

  /** Time passes, and what is published meanwhile is heard. */
  pass(millis: number): void {
    this.clock.advance(millis);
    for (const bridge of this.bridges) bridge.settle();
  }

  #leave({ by, topic, words }: Pick<LeftNote, "by" | "topic" | "words">): void {
    this.left.push({ by, topic, words, before: this.#kept.get(topic), atMillis: this.clock.now() });
    this.#kept.set(topic, words);
    for (const [at, bridge] of this.bridges.entries()) if (at !== by) bridge.keep(topic, words);
  }
}
