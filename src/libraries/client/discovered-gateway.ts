import type { DiscoveryReply } from "../../core/contract/discovery.ts";
import type { Clock } from "../../shared/clock.ts";

/** A gateway as it announces itself: spec §4.9. */
export type DiscoveredGateway = DiscoveryReply["data"] & {
  /** Where it serves HTTP, if it says so by mDNS: the discovery record has no place for that. */
  readonly httpPort?: number;
};

export interface DiscoverOptions {
  readonly port?: number;
  /** How long to listen for answers; a second unless told otherwise. */
  readonly timeoutMillis?: number;
  /** Ends the search with its reason. */
  readonly signal?: AbortSignal;
  /** Is told of each gateway as soon as it answers, and again should more be known of where it is. */
  readonly onFound?: (gateway: DiscoveredGateway) => void;
  readonly clock?: Clock;
}

const KINDS = {
  name: "string",
  model: "string",
  version: "string",
  mac: "string",
  ip: "string",
  link_enabled: "boolean",
  link_remian_ms: "number",
  reset_id: "string",
} as const satisfies Record<keyof DiscoveryReply["data"], string>;

/** Four numbers, and nothing that could be more of an address than that. */
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/** The gateway in a datagram; undefined for everything else, such as our own request. */
export function gatewayIn(datagram: Uint8Array): DiscoveredGateway | undefined {
  try {
    const { op, data: fields } = JSON.parse(new TextDecoder().decode(datagram));
    const { httpPort, ...data } = fields;
    const isWhole = Object.entries(KINDS).every(([name, kind]) => typeof data[name] === kind);
    return op === 102 && isWhole && IPV4.test(data.ip) && URL.canParse(`http://${data.ip}`) ? data : undefined;
  } catch {
    return undefined;
  }
}
