import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** So much of each SHA-256 counts. */
const DIGEST_BYTES = 16;

/** Resources are never changed in place, so a digest stays right. In words, as a large home is summed up in few steps. */
const digests = new WeakMap<object, Int32Array>();

/**
 * What a heartbeat's `hash` is if these are all the resources there are: the exclusive or of the first 16 bytes of the
 * SHA-256 of each, written as JSON. The hash detects drift and is no protection.
 */
export function stateHash(resources: Iterable<object>): string {
  const sum = new Int32Array(DIGEST_BYTES / Int32Array.BYTES_PER_ELEMENT);
  for (const resource of resources) {
    for (const [at, word] of digestOf(resource).entries()) sum[at] = (sum[at] ?? 0) ^ word;
  }
  return bytesToHex(new Uint8Array(sum.buffer));
}

/** Not by `crypto.subtle`: browsers have that only on pages that came over https, and pages of a gateway come over http. */
function digestOf(resource: object): Int32Array {
  const known = digests.get(resource);
  if (known) return known;
  const bytes = sha256(new TextEncoder().encode(JSON.stringify(resource))).slice(0, DIGEST_BYTES);
  const digest = new Int32Array(bytes.buffer);
  digests.set(resource, digest);
  return digest;
}
