import { contentsOf, MutableHome } from "../home.ts";
import type { HomeContents, HomeResources } from "../model/contents.ts";
import type { Identity } from "../model/identity.ts";
import { forEachKind } from "../model/resource-kinds.ts";
import type { Change } from "./change.ts";
import { effectOf } from "./effect.ts";

/** Applies changes to an empty home; throws for a change that is impossible. */
export function replayChanges(changes: readonly Change[], identity: Identity): HomeContents {
  const home = new MutableHome({ identity, ...forEachKind<HomeResources>(() => []) });
  for (const change of changes) {
    const effect = effectOf(home, change);
    if (typeof effect === "string") throw new Error(`the home cannot be made: ${change.kind} is ${effect}`);
    for (const replacement of effect) home.replace(replacement);
  }
  return contentsOf(home);
}
