import type { WireDevice } from "../../../core/contract/device.ts";
import { counted } from "../../../shared/counted.ts";
import type { Home } from "../home.ts";
import type { Listing } from "../listing.ts";
import type { Look, Session } from "../session.ts";
import { expectList, type TwoLists, wrongFields, wrongItems } from "./compared-lists.ts";
import { isIn } from "./device-filter.ts";
import type { Extended } from "./extension-agreement.ts";
import { ADDED_KINDS, additionsIn, type Rooms } from "./rooms.ts";

interface TogetherCheck {
  readonly home: Home;
  readonly rooms: Rooms;
  /** The query that lists the devices which were added. */
  readonly added: string | undefined;
  /** The extensions that have an effect. */
  readonly ofDevices: readonly Extended<"device">[];
  readonly ofRooms: readonly Extended<"room">[];
}

const queryOf = (extensions: readonly Extended<"device" | "room">[]): string =>
  extensions.map(({ name, value }) => `${name}=${value}`).join("&");

/** Asks for several things at once of which each works alone, as usual clients do (G14). */
export async function checkTogether(
  session: Session,
  { home, rooms, added, ofDevices, ofRooms }: TogetherCheck,
): Promise<void> {
  if (ofDevices.length > 1 && session.hasHeld("device.ext-light", "device.ext-room")) {
    const query = queryOf(ofDevices);
    await expectDevices(session, home, { query, extensions: ofDevices, isListed: () => true });
    const isListed = (device: WireDevice) => isIn(2)(device) && device.join_status === 1;
    if (session.hasHeld("filter.cat1-id", "filter.together") && added !== undefined)
      await expectDevices(session, home, { query: `cat1_id=2&${query}&${added}`, extensions: ofDevices, isListed });
  }
  if (ofRooms.length > 0 && rooms.withSpecial !== undefined && session.hasHeld("room.ext-device", "room.ext-light"))
    await expectRooms(session, home, { query: `${rooms.withSpecial}&${queryOf(ofRooms)}`, extensions: ofRooms });
}

interface DevicesTogether {
  readonly query: string;
  readonly extensions: readonly Extended<"device">[];
  readonly isListed: (device: WireDevice) => boolean;
}

async function expectDevices(
  session: Session,
  { device: plain }: Home,
  { query, extensions, isListed }: DevicesTogether,
): Promise<void> {
  const expected = "the same as with each parameter alone";
  await expectList(session, {
    rule: "extension.together",
    kind: "device",
    plain,
    asking: { query },
    expected,
    judge: async (lists) =>
      wrongItems(lists, expected, isListed) ??
      (await wrongFields(session, "device", lists)) ??
      lostAddition(lists, extensions),
  });
}

interface RoomsTogether {
  readonly query: string;
  readonly extensions: readonly Extended<"room">[];
}

async function expectRooms(
  session: Session,
  { room: plain }: Home,
  { query, extensions }: RoomsTogether,
): Promise<void> {
  const expected = "the same as with each parameter alone";
  await expectList(session, {
    rule: "extension.together",
    kind: "room",
    plain,
    asking: { query },
    expected,
    judge: async (lists) => {
      const { found, where } = lists;
      const kinds = additionsIn(found, lists.plain).map(({ room_kind: kind }) => kind);
      const isRight = lists.plain.ids.every((id) => found.has(id)) && ADDED_KINDS.every((kind) => kinds.includes(kind));
      if (!isRight) return { where, expected, found: counted(found.ids.length, "room") };
      return (await wrongFields(session, "room", lists)) ?? lostAddition(lists, extensions);
    },
  });
}

/** A field that an extension adds alone, and not together with others. */
function lostAddition<OfKind extends "device" | "room">(
  { plain, found, where }: TwoLists<OfKind>,
  extensions: readonly Extended<OfKind>[],
): Look {
  for (const { name: extension, listing } of extensions) {
    const expected = `what ${extension} adds alone`;
    const beside = listing.besides.find((name) => !plain.besides.includes(name) && !found.besides.includes(name));
    if (beside !== undefined) return { where, expected, found: `no ${beside}` };
    for (const [key, item] of found.byKey) {
      const lost = addedTo(key, plain, listing).find((name) => !(name in item));
      if (lost !== undefined) return { where: `${where} → ${key}`, expected, found: `no ${lost}` };
    }
  }
  return undefined;
}

function addedTo(key: string, plain: Listing<"device" | "room">, extended: Listing<"device" | "room">): string[] {
  const [before, after] = [plain.byKey.get(key), extended.byKey.get(key)];
  return before && after ? Object.keys(after).filter((name) => !(name in before)) : [];
}
