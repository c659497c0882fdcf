import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Type } from "typebox";
import { Check } from "typebox/value";
import type { Identity } from "../../../core/home/model/identity.ts";
import { IdentityShape } from "../sqlite/shapes.ts";
import { readPlain } from "./plain-file.ts";

const IdentityFile = Type.Object({ ...IdentityShape.properties, digest: Type.String() });

/** The identity that Luxgate 0.1 stored in a file of its own, so that an updated gateway keeps it. */
export function identityFromFile(stateFolder: string): Identity | undefined {
  try {
    const path = join(stateFolder, "identity.json");
    const value: unknown = JSON.parse(readPlain(path, (handle) => readFileSync(handle, "utf8")));
    if (!Check(IdentityFile, value)) return undefined;
    const { mac, resetId, digest } = value;
    const expected = createHash("sha256").update(`${mac} ${resetId}`).digest("hex").slice(0, 16);
    return digest === expected ? { mac, resetId } : undefined;
  } catch {
    return undefined;
  }
}
