import { isDeepStrictEqual } from "node:util";
import { counted } from "../../shared/counted.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import { KINDS, type Kind } from "../resources.ts";
import type { Session } from "../session.ts";
import { LISTS, readListing } from "./lists.ts";

/** How often each list is read again; where one order is seen after another, more often. */
const READS = 2;
const MORE_READS = 3;
/** A person may move something once. */
const MOST_CHANGES = 1;

/** Checks that a list has its items in the same order each time. */
export async function checkOrder(session: Session, home: Home): Promise<void> {
  for (const kind of KINDS) if (home[kind].ids.length > 1) await checkOrderOf(session, home, kind);
}

async function checkOrderOf(session: Session, home: Home, kind: Kind): Promise<void> {
  let before = home[kind].ids;
  let changes = 0;
  for (let reads = 0; reads < READS || (changes > 0 && reads < READS + MORE_READS); reads += 1) {
    const { ids } = await readListing(session, kind);
    if (!isSameOrder(before, ids)) changes += 1;
    before = ids;
  }
  session.expect("list.order", changes <= MOST_CHANGES, {
    where: `GET ${LISTS[kind].path} → /data/arr`,
    expected: "the order of the read before",
    found: `another one, ${counted(changes, "time")}`,
  });
}

/** Whether what two lists have in common is in the same order. */
export function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  const places = new Map([...new Set(one.map(idKey))].map((key, place) => [key, place]));
  const common = [...new Set(other.map(idKey))].flatMap((key) => places.get(key) ?? []);
  return isDeepStrictEqual(
    common,
    [...common].sort((first, second) => first - second),
  );
}
