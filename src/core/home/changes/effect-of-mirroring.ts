import type { ReadableCollection } from "../collection.ts";
import type { Home } from "../home.ts";
import type { ChangeOf, MirroredResource } from "./change.ts";
import { isSame, type Replacement } from "./replacement.ts";

/** Takes resources as they are: the gateway that has them sees to what follows from what. */
export const resourcesMirrored = (home: Home, { resources }: ChangeOf<"resourcesMirrored">): readonly Replacement[] =>
  resources.flatMap((resource) => mirrored(home, resource));

function mirrored(home: Home, { in: kind, id, after }: MirroredResource): readonly Replacement[] {
  const collection: ReadableCollection<NonNullable<typeof after>> = home[kind];
  const before = collection.get(id);
  return isSame(before, after) ? [] : [{ in: kind, before, after } as Replacement];
}
