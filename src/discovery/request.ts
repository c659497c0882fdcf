import { Compile } from "typebox/compile";
import { DiscoveryRequest } from "../contract/discovery.ts";

const MAX_REQUEST_BYTES = 512;

let compiled: ReturnType<typeof Compile<typeof DiscoveryRequest>> | undefined;

/** Compiled with the first datagram, so that the start does not wait for it. */
function requestCheck() {
  compiled ??= Compile(DiscoveryRequest);
  return compiled;
}

/**
 * Tells requests from other datagrams: spec §4.9. Clients send the same bytes again and again, so the last ones are
 * cached.
 */
export class Requests {
  #last = Buffer.alloc(0);

  has(datagram: Uint8Array): boolean {
    if (this.#last.equals(datagram)) return this.#last.byteLength > 0;
    if (datagram.byteLength > MAX_REQUEST_BYTES || !isRequest(datagram)) return false;
    this.#last = Buffer.from(datagram);
    return true;
  }
}

function isRequest(datagram: Uint8Array): boolean {
  try {
    return requestCheck().Check(JSON.parse(new TextDecoder().decode(datagram)));
  } catch {
    return false;
  }
}
