import { randomInt } from "node:crypto";

const MOST_PASSCODE = 99_999_998;

/** Passcodes that Matter forbids because they are the first to be guessed. */
const FORBIDDEN: readonly number[] = [
  ...Array.from({ length: 10 }, (_, digit) => digit * 11_111_111),
  12_345_678,
  87_654_321,
];

/** A passcode made at random. */
export function newPasscode(random: (least: number, beyond: number) => number = randomInt): number {
  const passcode = random(1, MOST_PASSCODE + 1);
  return FORBIDDEN.includes(passcode) ? newPasscode(random) : passcode;
}
