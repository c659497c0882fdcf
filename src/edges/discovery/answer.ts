import type { DiscoveryReply } from "../../core/contract/discovery.ts";
import type { Gateway } from "../../core/gateway/gateway.ts";
import { ANY_ADDRESS, type Facing, facing, type Network } from "../../shared/networks.ts";
import type { AnswerBudget } from "./answer-budget.ts";
import { discoveryReply } from "./reply.ts";
import { isRequest } from "./request.ts";

export interface Sender {
  readonly address: string;
  readonly port: number;
}

export interface DiscoveryAnswer {
  readonly reply: DiscoveryReply;
  /**
   * The sender's port, and the discovery port, where the usual client listens (G27); on our own machine that port is
   * ours.
   */
  readonly ports: readonly number[];
}

/** What the answers depend on beside the gateway itself. */
export interface DiscoveryConditions {
  readonly networks: () => readonly Network[];
  /** Where HTTP listens: a client that cannot reach that address is not answered. */
  readonly httpHost: string;
  /** Announced to every client instead of our address on the client's network. */
  readonly advertiseIp: string | undefined;
}

/** Decides whether a datagram is answered, and how: spec §4.9. */
export class DiscoveryAnswers {
  readonly #gateway: Gateway;
  readonly #conditions: DiscoveryConditions;
  readonly #budget: AnswerBudget;

  constructor(gateway: Gateway, conditions: DiscoveryConditions, budget: AnswerBudget) {
    this.#gateway = gateway;
    this.#conditions = conditions;
    this.#budget = budget;
  }

  to(
    datagram: Uint8Array,
    sender: Sender,
    { nowMillis, ownPort }: { readonly nowMillis: number; readonly ownPort: number },
  ): DiscoveryAnswer | undefined {
    if (sender.port === 0 || !isRequest(datagram)) return undefined;
    const ours = facing(this.#inOrder(this.#conditions.networks()), sender.address);
    const ip = ours && this.#announcedIp(ours);
    if (!ours || ip === undefined) return undefined;
    if (ours.own) return { reply: discoveryReply(this.#gateway, ip), ports: [sender.port] };
    const ports = [...new Set([sender.port, ownPort])];
    if (!this.#budget.spend(sender.address, ports.length, nowMillis)) return undefined;
    return { reply: discoveryReply(this.#gateway, ip), ports };
  }

  /** The address that HTTP listens on comes first, should we have two addresses on one network. */
  #inOrder(networks: readonly Network[]): readonly Network[] {
    const { httpHost } = this.#conditions;
    if (ANY_ADDRESS.includes(httpHost)) return networks;
    const isServed = ({ address }: Network) => address === httpHost;
    return [...networks].sort((one, other) => Number(isServed(other)) - Number(isServed(one)));
  }

  /** The address to announce to a client; without one, the client is not answered. */
  #announcedIp(ours: Facing): string | undefined {
    const { httpHost, advertiseIp } = this.#conditions;
    if (advertiseIp !== undefined) return advertiseIp;
    if (ANY_ADDRESS.includes(httpHost) || ours.ip === httpHost) return ours.ip;
    return ours.own && !httpHost.includes(":") ? httpHost : undefined;
  }
}
