import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { FreeNames } from "../../../core/home/model/free-names.ts";
import type { RoomId } from "../../../core/home/model/ids.ts";
import { cleanName, folded, LONGEST_NAME } from "../../../core/home/model/name.ts";
import { isGateway } from "../../../core/home/model/product.ts";
import { ROOM_TYPES, roomTypeIn } from "../../../core/home/model/room-type.ts";
import { normalRoomOf } from "../../../core/home/select.ts";
import { nearestWord } from "../../../shared/nearest-word.ts";
import { type Refused, refused } from "../command.ts";
import { quoted } from "./quoted.ts";

/** A name as it will be stored, or why it is no name. */
export function parseName(words: string): { readonly name: string } | Refused {
  if ([...words.trim()].length > LONGEST_NAME) return refused(`A name has at most ${LONGEST_NAME} characters.`);
  const name = cleanName(words);
  return name === "" ? refused("A name needs at least one visible character.") : { name };
}

/** What `device move` and `set … area` take for no room at all. */
export const NO_ROOM = "none";
/** What `device move` takes for whichever room the device is in by itself. */
export const ANY_ROOM = "auto";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Parses a name and refuses one that another bears, whatever the case. */
export function freeName(
  words: string,
  { others, taken }: { readonly others: readonly Named[]; readonly taken: (name: string) => string },
): { readonly name: string } | Refused {
  const parsed = parseName(words);
  if ("refused" in parsed) return parsed;
  const namesake = others.find(({ name }) => folded(name) === folded(parsed.name));
  return namesake ? refused(taken(quoted(namesake.name))) : parsed;
}

/** The name that a person gives a device, and the room that the name must be free in. */
interface Placing {
  readonly device: Device;
  readonly name: string;
  /** Null for no room. */
  readonly roomId: RoomId | null;
}

/**
 * Refuses a name that another device in the same place has, as home files do: the two could not be told apart by
 * Room/Name. A device that brings such a name along itself is never refused; its serial number tells it apart.
 */
export function nameTaken(home: Home, { device, name, roomId }: Placing): Refused | undefined {
  if (isGateway(device.product)) return undefined;
  const isBeside = (other: Device) =>
    other.id !== device.id && !isGateway(other.product) && (normalRoomOf(home, other.id)?.id ?? null) === roomId;
  if (!home.named("devices", name).some(isBeside)) return undefined;
  const beside = home.devices.all().filter(isBeside);
  const names = new FreeNames(beside.map((other) => ({ name: other.name, room: roomId })));
  const room = roomId && home.rooms.get(roomId);
  const place = room ? quoted(room.name) : "no room";
  const free = quoted(names.next({ name, room: roomId }));
  return refused(`Another device in ${place} already has this name. Use another name, such as ${free}.`);
}

/**
 * A known type of room, or none for no words. Any other word is refused, though the interface takes any text
 * (spec §2.5): such a word is mostly misspelt, and clients that know the right one would not know it.
 */
export function parseRoomType(words: string): { readonly type: string } | Refused {
  if (words.trim() === "") return { type: "" };
  const type = roomTypeIn(words);
  if (type !== undefined) return { type };
  const meant = nearestWord(words, ROOM_TYPES);
  const hint = meant === undefined ? "." : `; did you mean ${meant}?`;
  return refused(
    `Unknown room type ${quoted(words)}${hint}`,
    `Known types: ${ROOM_TYPES.join(", ")}.`,
    `To use a type of your own: --own-type ${quoted(words)}`,
  );
}
