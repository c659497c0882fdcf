import { createHash } from "node:crypto";
import { type Id, idFrom } from "../../core/home/model/ids.ts";

/** The namespace of every id that is worked out and not stored; never to be changed. */
const NAMESPACE = Buffer.from("6b1f0c3e5d7a4f4c9a2e8d4b7c1e9f30", "hex");

/** The same id for the same thing, on every start and every machine (UUID version 5, RFC 9562). */
export function stableId<SomeId extends Id<string>>(kind: string, key: string): SomeId {
  const bytes = createHash("sha1").update(NAMESPACE).update(`${kind}:${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const digits = bytes.toString("hex");
  const groups = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ];
  return idFrom<SomeId>(groups.join("-"));
}
