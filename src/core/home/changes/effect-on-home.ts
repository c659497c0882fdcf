import type { Steps } from "../../../shared/steps.ts";
import { additions, contentsOf, type Home } from "../home.ts";
import type { HomeContents } from "../model/contents.ts";
import { RESOURCE_KINDS } from "../model/resource-kinds.ts";
import { adopted } from "../own-device.ts";
import type { ChangeOf } from "./change.ts";
import { hasFiniteNumbers } from "./finite-numbers.ts";
import { invariantViolationsInSteps } from "./invariants.ts";
import { type Effect, isSame, patched, replaced, reversed } from "./replacement.ts";

/** Removes everything, then adds the new contents. */
export function* homeReplaced(home: Home, { contents }: ChangeOf<"homeReplaced">): Steps<Effect> {
  const violations = yield* invariantViolationsInSteps(contents);
  if (violations.length > 0 || !(yield* areFinite(contents))) return "not-allowed";
  const former = contentsOf(home);
  if (yield* isSameHome(former, contents)) return [];
  const { identity: before } = home;
  return [
    ...additions(former).map(reversed).reverse(),
    ...replaced({ in: "identity", before, after: patched(before, contents.identity) }),
    ...additions(contents),
  ];
}

export const homeImported = (home: Home, { contents }: ChangeOf<"homeImported">): Steps<Effect> =>
  homeReplaced(home, { kind: "homeReplaced", contents: adopted(contents, home) });

function* areFinite(contents: HomeContents): Steps<boolean> {
  for (const kind of RESOURCE_KINDS) {
    for (const resource of contents[kind]) {
      if (!hasFiniteNumbers(resource)) return false;
      yield;
    }
  }
  return hasFiniteNumbers(contents.identity);
}

function* isSameHome(one: HomeContents, other: HomeContents): Steps<boolean> {
  if (!isSame(one.identity, other.identity)) return false;
  for (const kind of RESOURCE_KINDS) {
    if (one[kind].length !== other[kind].length) return false;
    for (const [at, resource] of one[kind].entries()) {
      if (!isSame(resource, other[kind][at])) return false;
      yield;
    }
  }
  return true;
}
