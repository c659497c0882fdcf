import { additions, contentsOf, type Home } from "../home.ts";
import type { ChangeOf } from "./change.ts";
import { hasFiniteNumbers } from "./finite-numbers.ts";
import { invariantViolations } from "./invariants.ts";
import { type Effect, isSame, patched, replaced, reversed } from "./replacement.ts";

/** Removes everything, then adds the new contents. */
export function homeReplaced(home: Home, { contents }: ChangeOf<"homeReplaced">): Effect {
  if (invariantViolations(contents).length > 0 || !hasFiniteNumbers(contents)) return "not-allowed";
  if (isSame(contentsOf(home), contents)) return [];
  const { identity: before } = home;
  return [
    ...additions(contentsOf(home)).map(reversed).reverse(),
    ...replaced({ in: "identity", before, after: patched(before, contents.identity) }),
    ...additions(contents),
  ];
}
