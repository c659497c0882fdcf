import type { Home } from "../home.ts";
import { cleanName } from "../model/name.ts";
import type { ChangeOf } from "./change.ts";
import { type Effect, patched, replaced } from "./replacement.ts";

export function keyAdded(home: Home, { key }: ChangeOf<"keyAdded">): Effect {
  if (home.keys.get(key.id)) return "already-there";
  const after = patched(key, { name: cleanName(key.name) });
  return after.name === "" ? "not-allowed" : [{ in: "keys", before: undefined, after }];
}

export function keyUsed(home: Home, { keyId, at }: ChangeOf<"keyUsed">): Effect {
  const before = home.keys.get(keyId);
  return before ? replaced({ in: "keys", before, after: patched(before, { lastUsedAt: at }) }) : "not-found";
}

export function keyRevoked(home: Home, { keyId }: ChangeOf<"keyRevoked">): Effect {
  const before = home.keys.get(keyId);
  return before ? [{ in: "keys", before, after: undefined }] : "not-found";
}
