import { DISCOVERY_PORT, type DiscoveryReply } from "../../../src/core/contract/discovery.ts";
import {
  type DiscoveryAnswer,
  DiscoveryAnswers,
  type DiscoveryConditions,
  type Sender,
} from "../../../src/edges/discovery/answer.ts";
import { AnswerBudget } from "../../../src/edges/discovery/answer-budget.ts";
import type { Network } from "../../../src/shared/networks.ts";
import { ManualClock } from "../gateway/manual-clock.ts";
import { aDevice } from "../home/builders.ts";
import { emptyGateway } from "../home/empty-gateway.ts";

export const REQUEST = '{"op":101}';
const LOOPBACK: Network = { address: "127.0.0.1", netmask: "255.0.0.0" };
export const HOME: Network = { address: "192.168.1.20", netmask: "255.255.255.0" };
export const OFFICE: Network = { address: "10.71.2.1", netmask: "255.255.0.0" };
export const AT_HOME: Sender = { address: "192.168.1.55", port: 50_000 };
export const IN_OFFICE: Sender = { address: "10.71.3.9", port: 50_000 };
export const ON_THIS_MACHINE: Sender = { address: "127.0.0.1", port: 50_000 };

/** A gateway on three networks, and its answers on a clock that the test drives. */
export class AnsweringGateway {
  readonly clock = new ManualClock();
  readonly gateway = emptyGateway(this.clock);
  readonly #answers: DiscoveryAnswers;

  constructor(conditions: Partial<DiscoveryConditions> & { readonly name?: string } = {}) {
    const { product, ...device } = aDevice({ name: conditions.name ?? "Luxgate", lightIds: [] });
    const itself = {
      ...device,
      product: { ...product, categoryId: 10101, model: "LG-1", softwareVersion: "0.1.0" },
    } as const;
    this.gateway.submit({ kind: "deviceJoined", device: itself, lights: [], syncBox: null });
    this.#answers = new DiscoveryAnswers(
      this.gateway,
      { networks: () => [LOOPBACK, HOME, OFFICE], httpHost: "0.0.0.0", advertiseIp: undefined, ...conditions },
      new AnswerBudget(this.clock.now()),
    );
  }

  answer(payload: string | Uint8Array, sender: Sender, ownPort = DISCOVERY_PORT): DiscoveryAnswer | undefined {
    const datagram = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
    return this.#answers.to(datagram, sender, { nowMillis: this.clock.now(), ownPort });
  }

  record(sender: Sender = AT_HOME): DiscoveryReply["data"] | undefined {
    return this.answer(REQUEST, sender)?.reply.data;
  }
}
