import { plainText, plainWords } from "../../../../shared/plain-words.ts";
import { matches } from "../../model/search.ts";
import type { Result } from "../../operator/page-commands.ts";
import { deviceWords } from "./device-state.ts";

type DeviceRow = Result<"device.list">[number];

/**
 * The devices that a person looks for: those that fit best, where some fit better than others. "Room 07" is that room, and
 * not "Bathroom 07", nor whatever has both words somewhere.
 */
export function foundIn(devices: readonly DeviceRow[], text: string): readonly DeviceRow[] {
  if (text.trim() === "") return devices;
  for (const isFound of [hasPhrase, hasPhraseBegun, hasWordsBegun]) {
    const found = devices.filter((device) => isFound(device, text));
    if (found.length > 0) return found;
  }
  return devices.filter((device) => matches(text, textsOf(device)));
}

const namesOf = ({ name, room, product }: DeviceRow): readonly string[] => [name, room ?? "", product];
const textsOf = (row: DeviceRow): readonly string[] => [
  row.name,
  row.room ?? "no room",
  row.product,
  row.state,
  deviceWords(row),
];

/** The words of a text, each behind a space: "lamp-1" is two words. */
const spaced = (text: string): string =>
  ` ${plainText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()}`;

const isPhrase = (text: string): boolean => text.trim().includes(" ");

const hasPhrase = (row: DeviceRow, text: string): boolean =>
  isPhrase(text) && namesOf(row).some((name) => `${spaced(name)} `.includes(`${spaced(text)} `));

const hasPhraseBegun = (row: DeviceRow, text: string): boolean =>
  isPhrase(text) && namesOf(row).some((name) => spaced(name).includes(spaced(text)));

/** Each word begins a word of what is known of a device, or its serial number. */
function hasWordsBegun(row: DeviceRow, text: string): boolean {
  const known = textsOf(row).map(spaced).join(" ");
  const serial = plainText(row.serial);
  return plainWords(text).every((word) => serial.startsWith(word) || known.includes(spaced(word)));
}
