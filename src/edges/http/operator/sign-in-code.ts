import { randomInt } from "node:crypto";

/** Consonants alone spell no words, and none of these is taken for another letter or for a digit (RFC 8628 §6.1). */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const HALF = 4;

const half = (): string => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** 34 random bits that a person can compare and type: "KTQM-XBHP". */
export const newCode = (): string => `${half()}-${half()}`;

const TYPED = new RegExp(`^([${LETTERS}]{${HALF}})[\\s-]*([${LETTERS}]{${HALF}})$`);

/** A code as a person typed it: case, a space or no hyphen do not matter, every letter does. Undefined for anything else. */
export function typedCode(text: string): string | undefined {
  const [, first, second] = TYPED.exec(text.trim().toUpperCase()) ?? [];
  return first === undefined ? undefined : `${first}-${second}`;
}
