import type { Seeded } from "../home/seeded.ts";
import type { Files } from "./crashed-folder.ts";

/** What stands at the beginning of a file matters most: every fourth damage is there. */
const HEAD_BYTES = 128;

type DamageKind = "cut short" | "zeroed" | "flipped" | "missing";

export interface SomeDamage {
  readonly name: string;
  readonly kind: DamageKind;
  readonly detail: string;
  /** Without them the file is missing. */
  readonly bytes: Buffer | undefined;
}

/** One file damaged in some way, never in none. */
export function someDamage(chance: Seeded, name: string, bytes: Buffer): SomeDamage {
  const kind = chance.below(50) === 0 ? "missing" : chance.oneOf(["cut short", "zeroed", "flipped"] as const);
  const damaged = Buffer.from(bytes);
  const at = chance.below(chance.below(4) === 0 ? Math.min(bytes.length, HEAD_BYTES) : bytes.length);
  switch (kind) {
    case "missing":
      return { name, kind, detail: "", bytes: undefined };
    case "cut short":
      return { name, kind, detail: `at ${at}`, bytes: damaged.subarray(0, at) };
    case "zeroed": {
      const length = 1 + chance.below(chance.oneOf([16, 512, 8192]));
      damaged.subarray(at, at + length).fill(0);
      if (damaged.equals(bytes)) return someDamage(chance, name, bytes);
      return { name, kind, detail: `${length} from ${at}`, bytes: damaged };
    }
    case "flipped": {
      const bit = chance.below(8);
      damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << bit), at);
      return { name, kind, detail: `bit ${bit} of ${at}`, bytes: damaged };
    }
  }
}

/** The files after some damages. */
export function damaged(files: Files, damages: readonly SomeDamage[]): Files {
  const after = new Map(files);
  for (const { name, bytes } of damages) {
    if (bytes) after.set(name, bytes);
    else after.delete(name);
  }
  return after;
}
