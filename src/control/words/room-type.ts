import { ROOM_TYPES, roomTypeIn } from "../../home/model/room-type.ts";
import { nearestWord } from "../../shared/nearest-word.ts";
import { type Refused, refused } from "../command.ts";
import { quoted } from "./quoted.ts";

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
    `${quoted(words)} is no type of room that is known${hint}`,
    `Known are ${ROOM_TYPES.join(", ")}.`,
    `For a word of your own: --own-type ${quoted(words)}`,
  );
}
