import { isDeepStrictEqual } from "node:util";
import { counted } from "../../../shared/counted.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import type { Listing } from "../listing.ts";
import { difference } from "../report/shown.ts";
import { KINDS, type Kind, type Resource } from "../resources.ts";
import type { Look, Session } from "../session.ts";
import { LISTS, readList, readListing } from "./lists.ts";
import { differingField } from "./same-fields.ts";

/** How often each list is read again; where something is seen to change, more often. */
const READS = 2;
const MORE_READS = 3;
/** A person may move something once. */
const MOST_CHANGES = 1;

/** Checks that a list has its items in the same order each time, and that their references stay what they are. */
export async function checkRepeatedReads(session: Session, home: Home): Promise<void> {
  for (const kind of KINDS) if (home[kind].ids.length > 0) await checkRepeated(session, home, kind);
}

async function checkRepeated(session: Session, home: Home, kind: Kind): Promise<void> {
  let before: Listing<Kind> = home[kind];
  let [moves, renewals] = [0, 0];
  for (let reads = 0; reads < READS || (moves + renewals > 0 && reads < READS + MORE_READS); reads += 1) {
    const after: Listing<Kind> = await readListing(session, kind);
    if (!isSameOrder(before.ids, after.ids)) moves += 1;
    if (isRenewed(before, after)) renewals += 1;
    before = after;
  }
  const where = `GET ${LISTS[kind].path} → /data/arr`;
  const found = (changes: number) => `a different one, ${counted(changes, "time")}`;
  if (home[kind].ids.length > 1)
    session.expect("list.order", moves <= MOST_CHANGES, {
      where,
      expected: "the same order as in the previous read",
      found: found(moves),
    });
  session.expect("id.steady", renewals <= MOST_CHANGES, {
    where,
    expected: "the same identifiers in references as in the previous read",
    found: found(renewals),
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

/** Whether a resource refers to others by other identifiers than before, and to as many. */
function isRenewed(before: Listing<Kind>, after: Listing<Kind>): boolean {
  return after.sound.some((resource) => {
    const earlier = before.resource(resource.id);
    if (!earlier) return false;
    const [old, current] = [referencesOf(earlier), referencesOf(resource)];
    return old.length === current.length && difference(old, current) !== undefined;
  });
}

function referencesOf(resource: Resource<Kind>): readonly string[] {
  if (resource.type === "scene") return [resource.parent_id];
  const { children = [], services = [] } = { children: undefined, services: undefined, ...resource };
  return [...children, ...services].map(({ rid }) => rid);
}

/** Whether what is there, and what refers to what, is still as it was read: lists are read one after the other. */
export async function isStill(session: Session, home: Home): Promise<boolean> {
  for (const kind of KINDS) {
    const [before, after]: Listing<Kind>[] = [home[kind], await readListing(session, kind)];
    if (before && after && !isDeepStrictEqual(structureOf(before), structureOf(after))) return false;
  }
  return true;
}

const structureOf = ({ ids, sound }: Listing<Kind>): object => ({
  ids: new Set(ids.map(idKey)),
  references: new Map(sound.map((resource) => [idKey(resource.id), new Set(referencesOf(resource).map(idKey))])),
});

/** Checks that a filter does not last, and that a read sets nothing (spec §1: the operations are read-only). */
export async function checkReadOnly(session: Session, home: Home): Promise<void> {
  await expectUnchanged(session, "device", () => readList(session, "device", { query: "cat1_id=1" }));
  const [room] = home.room.sound;
  if (room) {
    const body = JSON.stringify({ room_uuid: room.id });
    await expectUnchanged(session, "scene", () => readList(session, "scene", { body, mayBeRefused: true }));
  }
  const [light] = home.light.sound;
  if (light) await checkSwitching(session, light);
}

/** Checks that a body on a read of a light does not switch it; where it does, the light is put back. */
async function checkSwitching(session: Session, { id, on }: Resource<"light">): Promise<void> {
  const switching = (value: number) =>
    session.ask(`${LISTS.light.path}/${id}`, { body: JSON.stringify({ on: value }) });
  const look = await expectUnchanged(session, "light", (listing) => switching(1 - (listing.resource(id)?.on ?? on)));
  if (look !== undefined) await switching(on);
}

/** Checks that a list is the same before and after another read. A list that changes anyway cannot be judged. */
export const expectUnchanged = <OfKind extends Kind>(
  session: Session,
  kind: OfKind,
  readOther: (listing: Listing<OfKind>) => Promise<unknown>,
): Promise<Look> =>
  session.expectSteadily("read.only", async (): Promise<Look> => {
    const [first, before] = [await readListing(session, kind), await readListing(session, kind)];
    if (before.isUnread || changeIn(first, before) !== undefined) return before.isUnread ? "unclear" : "changing";
    await readOther(before);
    const change = changeIn(before, await readListing(session, kind));
    if (change === undefined) return undefined;
    const expected = "no change after another read";
    return { where: `GET ${LISTS[kind].path}`, expected, found: change };
  });

/** What is otherwise in the second of two reads of a list. */
function changeIn(before: Listing<Kind>, after: Listing<Kind>): string | undefined {
  if (!after.isWhole || !before.isWhole) return undefined;
  const items = difference(before.ids, after.ids);
  if (items !== undefined) return items;
  for (const listed of before.sound) {
    const found = after.resource(listed.id);
    const name = found && differingField(listed, found);
    if (name !== undefined) return `a different ${name} of ${listed.id}`;
  }
  return undefined;
}
