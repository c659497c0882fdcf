import type { MatterDatabase } from "./matter-database.ts";

/** The fact with the label of the lamp that has this number. */
const factOf = (number: number): string => `label ${number}`;

/**
 * The names that ecosystems write to lamps (Matter's NodeLabel). Such a name lasts, over restarts too, until the lamp gets
 * another name in the home: the last one who names a lamp decides.
 */
export class LampLabels {
  readonly #database: MatterDatabase;

  constructor(database: MatterDatabase) {
    this.#database = database;
  }

  /** What the lamp with this number is called in Matter. */
  labelOf(number: number, homeName: string): string {
    const text = this.#database.text(factOf(number));
    if (text === undefined) return homeName;
    const [nameThen, label] = JSON.parse(text) as readonly [string, string];
    return nameThen === homeName ? label : homeName;
  }

  /** The lamp is called so now, by an ecosystem or by the home. */
  note(number: number, homeName: string, label: string): void {
    const text = label === homeName ? undefined : JSON.stringify([homeName, label]);
    if (text !== this.#database.text(factOf(number))) this.#database.setText(factOf(number), text);
  }
}
