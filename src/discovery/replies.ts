import type { DiscoveryReply } from "../contract/discovery.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { GATEWAY_PRODUCT } from "../home/model/product.ts";

/** The discovery reply of a gateway: spec §4.9. The same value as long as no field changes. */
export class Replies {
  readonly #gateway: Gateway;
  #last: DiscoveryReply | undefined;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** The reply with the address to announce. */
  at(ip: string): DiscoveryReply {
    const { identity, home } = this.#gateway;
    const device = home.gateway;
    const millisLeft = this.#gateway.pairingMillisLeft();
    const data: DiscoveryReply["data"] = {
      name: GATEWAY_PRODUCT,
      model: device?.product.model ?? "",
      version: device?.product.softwareVersion ?? "",
      mac: identity.mac,
      ip,
      link_enabled: millisLeft > 0,
      link_remian_ms: millisLeft, // sic
      reset_id: identity.resetId,
    };
    if (!this.#last || !isSame(this.#last.data, data)) this.#last = { op: 102, data };
    return this.#last;
  }
}

const isSame = (one: DiscoveryReply["data"], other: DiscoveryReply["data"]): boolean =>
  one.model === other.model &&
  one.version === other.version &&
  one.mac === other.mac &&
  one.ip === other.ip &&
  one.link_enabled === other.link_enabled &&
  one.link_remian_ms === other.link_remian_ms &&
  one.reset_id === other.reset_id;
