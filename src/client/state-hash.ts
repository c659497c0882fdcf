import { sha256 } from "./sha-256.ts";

/** Resources are never changed in place, so a digest stays right. */
const digests = new WeakMap<object, Int32Array>();

/**
 * What a heartbeat's `hash` is if these are all the resources there are: the exclusive or of the first 16 bytes of the
 * SHA-256 of each, written as JSON.
 */
export function stateHash(resources: Iterable<object>): string {
  const sum = new Int32Array(4);
  for (const resource of resources) {
    const digest = digestOf(resource);
    for (const [at, word] of sum.entries()) sum[at] = word ^ (digest[at] as number);
  }
  return [...sum].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function digestOf(resource: object): Int32Array {
  const digest = digests.get(resource) ?? sha256(JSON.stringify(resource));
  digests.set(resource, digest);
  return digest;
}
