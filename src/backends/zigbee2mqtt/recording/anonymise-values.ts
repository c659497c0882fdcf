import { fieldIn, isHarmlessNumber, isMakersText } from "./anonymise-fields.ts";
import type { Pseudonyms } from "./anonymise-pseudonyms.ts";

/** Nothing that Zigbee2MQTT says is nested as deeply. */
const DEEPEST = 64;

/**
 * A value out of JSON with everything replaced that is not known to be harmless; `field` is what it is called where it
 * stands. Lists have the name of the field they are in.
 */
export const anonymousValue = (value: unknown, field: string, pseudonyms: Pseudonyms): unknown =>
  new Walk(pseudonyms).value(value, field, 0);

class Walk {
  readonly #pseudonyms: Pseudonyms;

  constructor(pseudonyms: Pseudonyms) {
    this.#pseudonyms = pseudonyms;
  }

  value(value: unknown, field: string, depth: number): unknown {
    if (typeof value === "string") return isMakersText(field, value) ? value : this.#pseudonyms.text(value);
    if (typeof value === "number") return this.#number(value, field);
    if (typeof value !== "object" || value === null) return value;
    if (depth === DEEPEST) return null;
    if (Array.isArray(value)) return value.map((one) => this.value(one, field, depth + 1));
    const holder = { field, object: value };
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        this.#pseudonyms.text(name),
        this.value(inner, fieldIn(holder, name), depth + 1),
      ]),
    );
  }

  #number(number: number, field: string): number {
    const finite = Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE;
    return isHarmlessNumber(field) ? finite : this.#pseudonyms.number(finite);
  }
}
