import type { HistoryEntry } from "./folded-history.ts";

/** `"Lamp 1" removed from "Kitchen"`, with names as JSON has them. */
const REMOVAL = /^("(?:[^"\\]|\\.)*") removed(?: from ("(?:[^"\\]|\\.)*"))?$/s;

/** Devices that were removed, by their ids: "Lamp 1 (Kitchen), removed". */
export function removedIn(entries: readonly HistoryEntry[]): readonly (readonly [id: string, words: string])[] {
  return entries.flatMap(({ did, devices: [id], outcome }) => {
    const [, name, room] = REMOVAL.exec(did) ?? [];
    if (id === undefined || name === undefined || outcome !== "done") return [];
    return [[id, `${textIn(name)}${room === undefined ? "" : ` (${textIn(room)})`}, removed`]];
  });
}

const textIn = (quoted: string): string => String(JSON.parse(quoted));
