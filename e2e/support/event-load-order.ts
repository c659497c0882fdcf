import type { PacedChanges } from "./event-load-changes.ts";

/** How far ahead an event is looked for that came too soon. */
const LOOK_AHEAD = 1_000;

/** What happened, in the order in which clients were told; the first to hear of something says what it was. */
export class EventOrder {
  readonly #changes: PacedChanges;
  readonly #items: string[] = [];
  /** Which change each tells of. */
  readonly #numbers: (number | undefined)[] = [];
  readonly #turns = new Map<string, number>();
  /** A line for whatever does not fit the changes that were made. */
  readonly faults: string[] = [];

  constructor(changes: PacedChanges) {
    this.#changes = changes;
  }

  get length(): number {
    return this.#items.length;
  }

  /** How many of the changes were told of. */
  get changesTold(): number {
    return this.#numbers.filter((number) => number !== undefined).length;
  }

  /** Where an event stands, for somebody who expects the one at a place. */
  placeOf(item: string, expected: number): number | "before" {
    if (expected === this.#items.length) this.#add(item);
    if (this.#items[expected] === item) return expected;
    const ahead = this.#items.slice(expected, expected + LOOK_AHEAD).indexOf(item);
    return ahead === -1 ? "before" : expected + ahead;
  }

  /** When the change was sent that is told of at a place; undefined when it tells of something else. */
  sentMillisAt(place: number): number | undefined {
    const number = this.#numbers[place];
    return number === undefined ? undefined : this.#changes.sentMillis[number];
  }

  #add(item: string): void {
    this.#items.push(item);
    this.#numbers.push(this.#numberOf(JSON.parse(item)));
  }

  #numberOf({ id, value }: { id: string; value?: { brightness?: number } }): number | undefined {
    if (value?.brightness === undefined) return undefined;
    const turn = this.#turns.get(id) ?? 0;
    const number = this.#changes.numberOf(id, value.brightness, turn);
    this.#turns.set(id, turn + 1);
    if (number !== "otherwise") return number;
    this.faults.push(`light ${id} has brightness ${value.brightness} in turn ${turn}`);
    return undefined;
  }
}
