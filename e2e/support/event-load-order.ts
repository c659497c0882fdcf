import { brightnessIn, type PacedChanges } from "./event-load-changes.ts";

/** How far ahead an event is looked for when others should have come before it. */
const LOOK_AHEAD = 1_000;

/** What was told, in its order: that of the first who heard of it, which is everybody's. */
export class EventOrder {
  readonly #changes: PacedChanges;
  readonly #items: string[] = [];
  /** Which change each tells of. */
  readonly #numbers: (number | undefined)[] = [];
  readonly #turnOfLight = new Map<string, number>();
  /** How many of the changes were told. */
  changesTold = 0;
  /** A line for whatever was told otherwise than it was changed. */
  readonly faults: string[] = [];

  constructor(changes: PacedChanges) {
    this.#changes = changes;
  }

  get length(): number {
    return this.#items.length;
  }

  /** Where an event stands, for somebody who has all before a place. */
  placeOf(item: string, next: number): number | "before" {
    if (next === this.#items.length) this.#add(item);
    if (this.#items[next] === item) return next;
    const ahead = this.#items.slice(next, next + LOOK_AHEAD).indexOf(item);
    return ahead === -1 ? "before" : next + ahead;
  }

  /** When the change was sent that is told at a place; undefined when something else is. */
  sentMillisAt(place: number): number | undefined {
    const number = this.#numbers[place];
    return number === undefined ? undefined : this.#changes.sentMillis[number];
  }

  #add(item: string): void {
    this.#items.push(item);
    this.#numbers.push(this.#changeIn(JSON.parse(item)));
  }

  /** Each light is told every brightness that it was given, in this order. */
  #changeIn({ id, value }: { id: string; value?: { brightness?: number } }): number | undefined {
    const turn = this.#turnOfLight.get(id) ?? 0;
    const number = this.#changes.numberOf(id, turn);
    if (number === undefined || value?.brightness === undefined) return undefined;
    if (value.brightness !== brightnessIn(turn))
      this.faults.push(`light ${id} is told ${value.brightness} in turn ${turn}`);
    this.#turnOfLight.set(id, turn + 1);
    this.changesTold += 1;
    return number;
  }
}
