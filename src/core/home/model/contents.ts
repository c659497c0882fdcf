import type { Identity } from "./identity.ts";
import type { ResourceKind, ResourceKinds } from "./resource-kinds.ts";

/** All resources of a home, each kind in its order. Keys are no part of an export: a home can be given away, keys cannot. */
export type HomeResources = { readonly [Kind in ResourceKind]: readonly ResourceKinds[Kind][] };

/** All that a home is. */
export interface HomeContents extends HomeResources {
  readonly identity: Identity;
}
