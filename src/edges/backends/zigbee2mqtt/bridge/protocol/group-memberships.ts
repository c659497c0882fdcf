import type { GroupList } from "./group-list.ts";

const CACHE = new WeakMap<GroupList, ReadonlyMap<string, readonly number[]>>();

/** The numbers of the groups of a device, lowest first. */
export const groupsOf = (list: GroupList | undefined, ieeeAddress: string): readonly number[] =>
  (list && membershipsIn(list).get(ieeeAddress)) ?? [];

/** The other groups that have a member in common with a group. */
export function groupsSharing(list: GroupList | undefined, number: number): readonly number[] {
  const members = list?.groups.find((group) => group.number === number)?.members ?? [];
  const sharing = new Set(members.flatMap((address) => groupsOf(list, address)));
  sharing.delete(number);
  return [...sharing];
}

/** Computed once for each list. */
function membershipsIn(list: GroupList): ReadonlyMap<string, readonly number[]> {
  const known = CACHE.get(list);
  if (known) return known;
  const memberships = new Map<string, number[]>();
  for (const { number, members } of list.groups.toSorted((one, other) => one.number - other.number)) {
    for (const address of members) {
      const numbers = memberships.get(address) ?? [];
      numbers.push(number);
      memberships.set(address, numbers);
    }
  }
  CACHE.set(list, memberships);
  return memberships;
}
