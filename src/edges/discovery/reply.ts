import type { DiscoveryReply } from "../../core/contract/discovery.ts";
import type { Gateway } from "../../core/gateway/gateway.ts";
import { GATEWAY_PRODUCT } from "../../core/home/model/product.ts";

/** The discovery reply of a gateway with the address to announce: spec §4.9. */
export function discoveryReply(gateway: Gateway, ip: string): DiscoveryReply {
  const { identity, home } = gateway;
  const millisLeft = gateway.pairingMillisLeft();
  return {
    op: 102,
    data: {
      name: GATEWAY_PRODUCT,
      model: home.gateway?.product.model ?? "",
      version: home.gateway?.product.softwareVersion ?? "",
      mac: identity.mac,
      ip,
      link_enabled: millisLeft > 0,
      link_remian_ms: millisLeft, // sic
      reset_id: identity.resetId,
    },
  };
}
