import { Check } from "typebox/value";
import { DiscoveryRequest } from "../../core/contract/discovery.ts";

const MAX_REQUEST_BYTES = 512;

/** Tells requests from other datagrams: spec §4.9. */
export function isRequest(datagram: Uint8Array): boolean {
  if (datagram.byteLength > MAX_REQUEST_BYTES) return false;
  try {
    return Check(DiscoveryRequest, JSON.parse(new TextDecoder().decode(datagram)));
  } catch {
    return false;
  }
}
