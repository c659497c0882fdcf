/** A part of a pattern: words as they are, or what stands in their place. */
type PatternPart = string | { readonly kind: "room" | "name" } | { readonly kind: "number"; readonly digits: number };

/** How names of many devices are made: "{room} {n:02}" is "Kitchen 01", "Kitchen 02" and so on. */
export type NamePattern = readonly PatternPart[];

/** For people who type one. */
const PATTERN_PARTS = "{room}, {name}, {n} or {n:02}";

const PLACE = /(\{[^{}]*\})/;
const NUMBER = /^\{n(?::0?([1-6]))?\}$/;

/** Reads a pattern; what is in braces and stands for nothing is a problem, in a sentence. */
export function namePatternIn(text: string): NamePattern | { readonly problem: string } {
  const pieces = text
    .trim()
    .split(PLACE)
    .filter((piece) => piece !== "");
  const unknown = pieces.find((piece) => partFrom(piece) === undefined);
  if (unknown !== undefined) return { problem: `Unknown part "${unknown}". Use ${PATTERN_PARTS}.` };
  if (pieces.length === 0) return { problem: `Enter a pattern with ${PATTERN_PARTS}.` };
  return pieces.flatMap((piece) => partFrom(piece) ?? []);
}

function partFrom(piece: string): PatternPart | undefined {
  const [number, digits = "1"] = NUMBER.exec(piece) ?? [];
  if (number !== undefined) return { kind: "number", digits: Number(digits) };
  if (piece === "{room}") return { kind: "room" };
  if (piece === "{name}") return { kind: "name" };
  return /[{}]/.test(piece) ? undefined : piece;
}

const kindOf = (part: PatternPart) => (typeof part === "string" ? "words" : part.kind);

export const partsIn = (pattern: NamePattern) => ({
  hasNumber: pattern.some((part) => kindOf(part) === "number"),
  hasRoom: pattern.some((part) => kindOf(part) === "room"),
});

interface PatternValues {
  readonly name: string;
  readonly room: string | null;
  readonly number: number;
}

/** A name by a pattern; a device in no room has no name of a room in its own. */
export function fill(pattern: NamePattern, { name, room, number }: PatternValues): string {
  const filled = pattern.map((part) => {
    if (typeof part === "string") return part;
    if (part.kind === "number") return String(number).padStart(part.digits, "0");
    return part.kind === "name" ? name : (room ?? "");
  });
  return filled.join("").trim();
}
