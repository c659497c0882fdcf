import { folded, LONGEST_NAME } from "./name.ts";

/** A device as far as its name must be told apart from others: names differ within a room. */
export interface NamedInRoom {
  readonly name: string;
  /** Null for devices in no room, which are together too. */
  readonly room: string | null;
}

/** A name with the number at its end, if it has one: "Lamp 01" is "Lamp" and "01". */
const NUMBERED = /^(.*\S) (\d{1,6})$/s;

/** The names that are taken, room by room, and the next ones that are free. */
export class FreeNames {
  readonly #taken = new Set<string>();
  /** How far was counted from each name in each room: all numbers up to there are taken. */
  readonly #counted = new Map<string, number>();

  constructor(taken: Iterable<NamedInRoom>) {
    for (const one of taken) this.take(one);
  }

  isTaken(one: NamedInRoom): boolean {
    return this.#taken.has(keyOf(one));
  }

  take(one: NamedInRoom): void {
    this.#taken.add(keyOf(one));
  }

  /** The same name with the next number that is free in the room; "Lamp 01" keeps its padding: "Lamp 02". */
  next({ name, room }: NamedInRoom): string {
    const [, stem = name, digits = "1"] = NUMBERED.exec(name) ?? [];
    const counter = keyOf({ name, room });
    for (let number = Math.max(Number(digits), this.#counted.get(counter) ?? 0) + 1; ; number += 1) {
      const free = numbered(stem, String(number).padStart(digits.length, "0"));
      if (this.isTaken({ name: free, room })) continue;
      this.#counted.set(counter, number - 1);
      return free;
    }
  }
}

function numbered(stem: string, number: string): string {
  const ending = ` ${number}`;
  return `${[...stem].slice(0, LONGEST_NAME - ending.length).join("")}${ending}`;
}

const keyOf = ({ name, room }: NamedInRoom): string => JSON.stringify([room, folded(name)]);
