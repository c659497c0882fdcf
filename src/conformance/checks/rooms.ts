import type { WireRoom } from "../../contract/room.ts";
import type { Home } from "../home.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { LISTS, readList } from "./lists.ts";

const WHOLE_HOUSE = 1;
const UNASSIGNED = 2;

/** Which rooms are listed when; gives all there are. */
export async function checkRooms(session: Session, home: Home): Promise<readonly WireRoom[]> {
  const special = home.room.find(({ room_kind }) => room_kind !== 0);
  session.expect("room.plain", special === undefined, {
    where: `GET ${LISTS.room.path}`,
    expected: "rooms with room_kind 0",
    found: `room_kind ${special?.room_kind}`,
  });
  const included = [
    ...(await checkIncluded(session, { rule: "room.include-all", name: "include_all_room", kind: WHOLE_HOUSE })),
    ...(await checkIncluded(session, { rule: "room.include-none", name: "include_no_room", kind: UNASSIGNED })),
  ];
  const known = new Set(home.room.map(({ id }) => id));
  return [...home.room, ...included.filter(({ id }) => !known.has(id))];
}

interface Inclusion {
  readonly rule: RuleId;
  readonly name: string;
  readonly kind: number;
}

async function checkIncluded(session: Session, { rule, name, kind }: Inclusion): Promise<readonly WireRoom[]> {
  const read = async (value: string) =>
    ((await readList(session, "room", { query: `${name}=${value}`, mayBeRefused: true })) ?? []).filter(
      ({ room_kind }) => room_kind === kind,
    );
  return switchedOn(session, { rule, target: `GET ${LISTS.room.path}?${name}`, read });
}

interface Switch<Added> {
  readonly rule: RuleId;
  readonly target: string;
  /** What a value of the parameter adds. */
  readonly read: (value: string) => Promise<readonly Added[]>;
}

/**
 * The document names these parameters and not their values: what has an effect with any value is right, what has it with `1`
 * is usual (G14).
 */
export async function switchedOn<Added>(
  session: Session,
  { rule, target: where, read }: Switch<Added>,
): Promise<readonly Added[]> {
  const usual = await read("1");
  const added = usual.length > 0 ? usual : await read("true");
  session.expect(rule, added.length > 0, {
    where: `${where}=1`,
    expected: "something more",
    found: "the same as without",
  });
  if (added.length === 0) return added;
  session.expect("switch.on", usual.length > 0, {
    where: `${where}=1`,
    expected: "what =true adds",
    found: "nothing more",
  });
  const off = await read("0");
  session.expect("switch.off", off.length === 0, {
    where: `${where}=0`,
    expected: "nothing more",
    found: "what =1 adds",
  });
  return added;
}
