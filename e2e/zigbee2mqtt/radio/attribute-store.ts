import type { Attribute } from "./zcl-values.ts";

/** Where an attribute stands in an endpoint. */
export interface AttributePlace {
  readonly cluster: number;
  readonly id: number;
}

/** The attributes of an endpoint, and which of them it was told to report. */
export class AttributeStore {
  readonly #attributes = new Map<number, Attribute>();
  readonly #reported = new Set<number>();

  get(place: AttributePlace): Attribute | undefined {
    return this.#attributes.get(keyOf(place));
  }

  set(place: AttributePlace, attribute: Attribute): void {
    this.#attributes.set(keyOf(place), attribute);
  }

  report(place: AttributePlace): void {
    this.#reported.add(keyOf(place));
  }

  isReported(place: AttributePlace): boolean {
    return this.#reported.has(keyOf(place));
  }
}

const keyOf = ({ cluster, id }: AttributePlace): number => cluster * 0x1_0000 + id;
