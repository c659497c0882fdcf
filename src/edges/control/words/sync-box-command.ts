import type { Home } from "../../../core/home/home.ts";
import { folded } from "../../../core/home/model/name.ts";
import type { SyncBox, SyncBoxState } from "../../../core/home/model/sync-box.ts";
import type { Refused } from "../command.ts";
import { findNormalRoom } from "./find.ts";
import { NO_ROOM } from "./given-name.ts";
import { combineWords, type ParsedWord, percentIn, unknownWord, withUnits } from "./parsed-words.ts";
import { quoted } from "./quoted.ts";

type Meaning = { readonly about: string; readonly state: Partial<SyncBoxState> };

/** The words that need no other word behind them. */
const MEANINGS = {
  on: { about: "switch", state: { on: true } },
  off: { about: "switch", state: { on: false } },
  hdmi1: { about: "source", state: { source: "hdmi1" } },
  hdmi2: { about: "source", state: { source: "hdmi2" } },
  video: { about: "mode", state: { mode: "video" } },
  music: { about: "mode", state: { mode: "music" } },
  game: { about: "mode", state: { mode: "game" } },
  low: { about: "intensity", state: { intensity: "low" } },
  medium: { about: "intensity", state: { intensity: "medium" } },
  high: { about: "intensity", state: { intensity: "high" } },
  highest: { about: "intensity", state: { intensity: "highest" } },
  keep: { about: "end", state: { stopAction: "keep" } },
  "lights-off": { about: "end", state: { stopAction: "lightsOff" } },
} as const satisfies Record<string, Meaning>;

const meaningOf = new Map<string, Meaning>(Object.entries(MEANINGS));

/** These take the word behind them. */
const OPENING_WORDS = ["config", "area"];

const CONFIGURATIONS = [1, 2, 3, 4] as const;

const TAKES = [
  "on, off or toggle",
  "1% to 100%",
  "hdmi1 or hdmi2",
  "video, music or game",
  "low, medium, high or highest",
  "keep or lights-off",
  "config 1 to 4",
  "area and the name of a room, or area none",
];

/** Parses a person's words for a sync box. */
export function parseSyncBoxCommand(
  words: readonly string[],
  box: SyncBox,
  home: Home,
): { readonly desired: Partial<SyncBoxState> } | Refused {
  const parsed: ParsedWord<SyncBoxState>[] = [];
  const left = [...withUnits(words)];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const opening = word.toLowerCase();
    if (!OPENING_WORDS.includes(opening)) parsed.push(readWord(word, box));
    else if (opening === "area") parsed.push(readArea(left.shift(), home));
    else parsed.push(readConfiguration(left.shift()));
  }
  return combineWords(parsed, { name: box.name, takes: TAKES });
}

function readWord(written: string, box: SyncBox): ParsedWord<SyncBoxState> {
  const word = written.toLowerCase();
  const meaning = meaningOf.get(word);
  if (meaning) return { word, ...meaning };
  if (word === "toggle") return { word, about: "switch", state: { on: !box.on } };
  const brightness = percentIn(word);
  if (!brightness) return unknownWord(word, box.name, [...meaningOf.keys(), "toggle", ...OPENING_WORDS]);
  if ("problem" in brightness) return brightness;
  return { word, about: "brightness", state: { brightnessPercent: brightness.percent } };
}

function readConfiguration(word = ""): ParsedWord<SyncBoxState> {
  const selectedConfiguration = CONFIGURATIONS.find((number) => String(number) === word);
  if (!selectedConfiguration) return { problem: `config ${quoted(word)}: expected a number from 1 to 4.` };
  return { word: `config ${word}`, about: "configuration", state: { selectedConfiguration } };
}

function readArea(word: string | undefined, home: Home): ParsedWord<SyncBoxState> {
  if (word === undefined) return { problem: "area: expected the name of a room after it, or none." };
  const room = findNormalRoom(home, word);
  if ("found" in room) return { word: `area ${word}`, about: "area", state: { areaId: room.found.id } };
  if (folded(word) === NO_ROOM) return { word: "area none", about: "area", state: { areaId: null } };
  return { problem: room.refused.join(" ") };
}
