import { Compile } from "typebox/compile";
import { type DiscoveryReply, DiscoveryRequest } from "../contract/discovery.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { AnswerBudget } from "./answer-budget.ts";
import { ANY_ADDRESS, type Facing, facing, type Network } from "./networks.ts";

const MAX_REQUEST_BYTES = 512;

export interface Sender {
  readonly address: string;
  readonly port: number;
}

export interface DiscoveryAnswer {
  readonly reply: DiscoveryReply;
  /**
   * The sender's, and the discovery port, where the usual client listens (G27).
   * On our own machine that one is ours.
   */
  readonly ports: readonly number[];
}

/** What the answers depend on beside the gateway itself. */
export interface DiscoveryConditions {
  readonly networks: () => readonly Network[];
  /** Where HTTP listens: an asker who cannot reach it is not answered. */
  readonly httpHost: string;
  /** Announced to everyone instead of the address that faces the asker. */
  readonly advertiseIp: string | undefined;
}

const request = Compile(DiscoveryRequest);

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
    const side = facing(this.#networks(), sender.address);
    const ip = side && this.#announcedIp(side);
    if (ip === undefined) return undefined;
    if (side?.own) return { reply: this.#reply(ip), ports: [sender.port] };
    if (!this.#budget.spend(sender.address, nowMillis)) return undefined;
    return { reply: this.#reply(ip), ports: [...new Set([sender.port, ownPort])] };
  }

  /** The one that HTTP listens on comes first, should we have two addresses on one network. */
  #networks(): readonly Network[] {
    const { networks, httpHost } = this.#conditions;
    if (ANY_ADDRESS.includes(httpHost)) return networks();
    const isServed = ({ address }: Network) => address === httpHost;
    return [...networks()].sort((one, other) => Number(isServed(other)) - Number(isServed(one)));
  }

  #announcedIp(side: Facing): string | undefined {
    const { httpHost, advertiseIp } = this.#conditions;
    if (advertiseIp !== undefined) return advertiseIp;
    if (ANY_ADDRESS.includes(httpHost) || side.ip === httpHost) return side.ip;
    return side.own && !httpHost.includes(":") ? httpHost : undefined;
  }

  #reply(ip: string): DiscoveryReply {
    const device = this.#gateway.home.gateway;
    const millisLeft = this.#gateway.pairingMillisLeft();
    return {
      op: 102,
      data: {
        name: device?.name ?? "",
        model: device?.product.model ?? "",
        version: device?.product.softwareVersion ?? "",
        mac: this.#gateway.identity.mac,
        ip,
        link_enabled: millisLeft > 0,
        link_remian_ms: millisLeft, // sic
        reset_id: this.#gateway.identity.resetId,
      },
    };
  }
}

function isRequest(datagram: Uint8Array): boolean {
  if (datagram.byteLength > MAX_REQUEST_BYTES) return false;
  try {
    return request.Check(JSON.parse(new TextDecoder().decode(datagram)));
  } catch {
    return false;
  }
}
