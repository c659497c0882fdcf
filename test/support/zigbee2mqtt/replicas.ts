import { ManualClock } from "../gateway/manual-clock.ts";
import type { StandInDevice } from "./devices.ts";
import { ScriptedBridge } from "./scripted-bridge.ts";
import { ScriptedGateway } from "./scripted-gateway.ts";

/** A peer state that a gateway published. */
export interface PublishedPeerState {
  readonly by: number;
  readonly topic: string;
  /** As JSON, and the payload that it replaced. */
  readonly payload: string;
  readonly before: string | undefined;
  readonly atMillis: number;
}

/** Gateways with a connection each to one broker, which retains the peer states of each and delivers them to all. */
export class ScriptedReplicas {
  readonly clock = new ManualClock();
  readonly bridges: readonly ScriptedBridge[];
  readonly gateways: readonly ScriptedGateway[];
  readonly published: PublishedPeerState[] = [];
  readonly #retained = new Map<string, string>();

  constructor(count: number, devices: readonly StandInDevice[]) {
    this.bridges = Array.from({ length: count }, () => new ScriptedBridge());
    this.gateways = this.bridges.map((bridge) => ScriptedGateway.opened({ bridges: [bridge], clock: this.clock }));
    for (const [by, bridge] of this.bridges.entries()) {
      bridge.list({ devices, groups: [] });
      bridge.onPublished = ({ topic, payload, retain }) => {
        if (retain) this.#onPeerState({ by, topic, payload: JSON.stringify(payload) });
      };
    }
  }

  /** The retained payload of a topic, as JSON. */
  retained(topic: string): string | undefined {
    return this.#retained.get(topic);
  }

  /** To all gateways. */
  deliver(topic: string, payload: unknown): void {
    for (const bridge of this.bridges) bridge.deliver(topic, payload);
  }

  /** Time passes, and what is published meanwhile is delivered. */
  pass(millis: number): void {
    this.clock.advance(millis);
    for (const bridge of this.bridges) bridge.settle();
  }

  #onPeerState({ by, topic, payload }: Pick<PublishedPeerState, "by" | "topic" | "payload">): void {
    this.published.push({ by, topic, payload, before: this.#retained.get(topic), atMillis: this.clock.now() });
    this.#retained.set(topic, payload);
    for (const [at, bridge] of this.bridges.entries()) if (at !== by) bridge.retain(topic, payload);
  }
}
