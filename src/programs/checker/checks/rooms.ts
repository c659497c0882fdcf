import type { WireRoom } from "../../../core/contract/room.ts";
import { counted } from "../../../shared/counted.ts";
import { type Fields, idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import type { Listing } from "../listing.ts";
import type { RuleId } from "../rules.ts";
import type { Look, Session } from "../session.ts";
import { expectList } from "./compared-lists.ts";
import { LISTS, readList } from "./lists.ts";
import { type SwitchValue, valueThatAdds } from "./switches.ts";

/** All rooms that there are, the two special ones too. */
export interface Rooms {
  readonly sound: readonly WireRoom[];
  /** Whether each of them is sound, so that what none of them has is nowhere. */
  readonly isSound: boolean;
  /** The query that adds the two special ones, in the other order than it was tried in; undefined where it does not. */
  readonly withSpecial: string | undefined;
}

const WHOLE_HOUSE = {
  rule: "room.include-all",
  name: "include_all_room",
  kind: 1,
  called: "whole-house room",
} as const;
const UNASSIGNED = { rule: "room.include-none", name: "include_no_room", kind: 2, called: "unassigned room" } as const;
const INCLUSIONS = [WHOLE_HOUSE, UNASSIGNED] as const;
type Inclusion = (typeof INCLUSIONS)[number];

/** Checks which rooms are listed when; gives all there are. */
export async function checkRooms(session: Session, home: Home): Promise<Rooms> {
  const special = home.room.sound.find(({ room_kind }) => room_kind !== 0);
  session.expect("room.plain", special === undefined, {
    where: `GET ${LISTS.room.path}`,
    expected: "rooms with room_kind 0",
    found: `room_kind ${special?.room_kind}`,
  });
  const [whole, unassigned] = [
    await checkInclusion(session, home, WHOLE_HOUSE),
    await checkInclusion(session, home, UNASSIGNED),
  ];
  let withSpecial: string | undefined;
  if (whole?.isRight && unassigned?.isRight) {
    const query = `${whole.query}&${unassigned.query}`;
    const look = await expectAdded(session, home, { rule: "room.include-both", query, inclusions: INCLUSIONS });
    if (look === undefined) withSpecial = `${unassigned.query}&${whole.query}`;
  }
  const lists = [home.room, ...[whole, unassigned].flatMap((included) => included?.listing ?? [])];
  const rooms = new Map(lists.flatMap(({ sound }) => sound).map((room) => [idKey(room.id), room]));
  return { sound: [...rooms.values()], isSound: lists.every(({ isSound }) => isSound), withSpecial };
}

interface Included {
  /** The parameter with the value that has an effect. */
  readonly query: string;
  readonly listing: Listing<"room">;
  readonly isRight: boolean;
}

async function checkInclusion(session: Session, home: Home, inclusion: Inclusion): Promise<Included | undefined> {
  const { rule, name, kind } = inclusion;
  if (home.room.isUnread || home.room.sound.some(({ room_kind }) => room_kind === kind)) return undefined;
  const read = async (value: SwitchValue) => {
    const outcome = await readList(session, "room", { query: `${name}=${value}`, mayBeRefused: true });
    if (outcome === "refused") return undefined;
    if (outcome === "unreadable" || !outcome.isWhole || !home.room.isWhole) return "unclear";
    return additionsIn(outcome, home.room).length > 0 ? outcome : undefined;
  };
  const mayBeEmpty = [home.room, home.light, home.sync].every(({ isWhole, ids }) => isWhole && ids.length === 0);
  const found = await valueThatAdds(session, { rule, target: `GET ${LISTS.room.path}?${name}`, read, mayBeEmpty });
  if (!found) return undefined;
  const query = `${name}=${found.value}`;
  const look = await expectAdded(session, home, { rule, query, inclusions: [inclusion] });
  return { query, listing: found.added, isRight: look === undefined };
}

/** The rooms of a list that another does not have. */
export const additionsIn = (listing: Listing<"room">, plain: Listing<"room">): readonly Fields[] =>
  [...listing.byKey].filter(([key]) => !plain.byKey.has(key)).map(([, item]) => item);

interface Addition {
  readonly rule: RuleId;
  readonly query: string;
  readonly inclusions: readonly Inclusion[];
}

/** The rooms that are not in the plain list: the whole house and the unassigned room, and nothing else. */
export const ADDED_KINDS: readonly number[] = INCLUSIONS.map(({ kind }) => kind);

/** Checks that a list holds the plain rooms and, additionally, each included room once, and no other. */
function expectAdded(session: Session, home: Home, { rule, query, inclusions }: Addition): Promise<Look> {
  const expected = `the normal rooms and the ${inclusions.map(({ called }) => called).join(" and the ")}`;
  return expectList(session, {
    rule,
    kind: "room",
    plain: home.room,
    asking: { query },
    expected,
    judge: ({ plain, found: listing, where }) => {
      const lost = plain.ids.filter((id) => !listing.has(id)).length;
      if (lost > 0) return { where, expected, found: `${counted(lost, "normal room")} missing` };
      const kinds = additionsIn(listing, plain).map(({ room_kind: kind }) => kind);
      if (kinds.some((kind) => kind !== 0 && kind !== 1 && kind !== 2)) return "unclear";
      const isRight = kinds.length === inclusions.length && inclusions.every(({ kind }) => kinds.includes(kind));
      const found = `${counted(kinds.length, "room")} more, with room_kind ${kinds.join(", ")}`;
      return isRight ? undefined : { where, expected, found };
    },
  });
}
