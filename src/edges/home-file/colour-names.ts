/**
 * The basic colours of CSS that a lamp can show, and some that people ask for. How bright a lamp shows them is its own.
 */
const COLOURS = {
  red: "#ff0000",
  orange: "#ffa500",
  yellow: "#ffff00",
  olive: "#808000",
  lime: "#00ff00",
  green: "#008000",
  teal: "#008080",
  aqua: "#00ffff",
  cyan: "#00ffff",
  turquoise: "#40e0d0",
  blue: "#0000ff",
  navy: "#000080",
  violet: "#ee82ee",
  purple: "#800080",
  fuchsia: "#ff00ff",
  magenta: "#ff00ff",
  pink: "#ffc0cb",
  maroon: "#800000",
} as const;

const WHITES = {
  white: "4000K",
  warm: "2700K",
  "warm white": "2700K",
  neutral: "4000K",
  "neutral white": "4000K",
  cool: "5000K",
  "cool white": "5000K",
  daylight: "6500K",
} as const;

const VALUES = { ...COLOURS, ...WHITES };

export type ColourName = keyof typeof VALUES;

export const COLOUR_NAMES = Object.keys(VALUES) as ColourName[];

/** All names in three lines, for help texts. */
export const COLOUR_NAMES_LISTED = `Colours: ${Object.keys(COLOURS).join(", ")}.
Whites: white, warm white (2700K), neutral white (4000K), cool white (5000K), daylight (6500K).
"warm" means the same as "warm white"; "neutral" and "cool" work in the same way.`;

const values = new Map<string, string>(Object.entries(VALUES));

/** "#ff0000" for red, "2700K" for warm white, whatever the case; undefined for what is no name. */
export const colourNamed = (name: string): string | undefined => values.get(name.trim().toLowerCase());

/** A name in two words, as a shell hands them over, becomes one again: warm, white. */
export function withJoinedNames(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.pop();
    const both = before === undefined ? undefined : `${before} ${word}`;
    if (both !== undefined && colourNamed(both) !== undefined) joined.push(both);
    else joined.push(...(before === undefined ? [] : [before]), word);
  }
  return joined;
}
