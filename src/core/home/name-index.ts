import type { ResourceReplacement } from "./changes/replacement.ts";
import { folded } from "./model/name.ts";

const KINDS = ["devices", "lights", "syncBoxes", "rooms", "scenes"] as const;
/** The kinds that people name. */
export type NamedKind = (typeof KINDS)[number];

/** The ids of the resources of each kind that have a name, and of the devices that have a serial number, whatever the case. */
export class NameIndex {
  /** Most names have one bearer, and a large home has thousands of names: a set for each would take much memory. */
  readonly #bearers = new Map<string, string | Set<string>>();

  named(kind: NamedKind, name: string): readonly string[] {
    return this.#idsAt(keyOf(kind, name));
  }

  countNamed(kind: NamedKind, name: string): number {
    const bearers = this.#bearers.get(keyOf(kind, name));
    return typeof bearers === "object" ? bearers.size : Number(bearers !== undefined);
  }

  withSerialNumber(serialNumber: string): readonly string[] {
    return this.#idsAt(keyOf("serials", serialNumber));
  }

  follow({ in: collection, before, after }: ResourceReplacement): void {
    const kind = KINDS.find((one) => one === collection);
    const id = (after ?? before)?.id;
    if (kind === undefined || id === undefined) return;
    this.#move(id, kind, before?.name, after?.name);
    if (collection === "devices") this.#move(id, "serials", before?.serialNumber, after?.serialNumber);
  }

  #idsAt(key: string): readonly string[] {
    const bearers = this.#bearers.get(key);
    return typeof bearers === "object" ? [...bearers] : bearers === undefined ? [] : [bearers];
  }

  #move(id: string, kind: NamedKind | "serials", from: string | undefined, to: string | undefined): void {
    if (from === to) return;
    if (from !== undefined) this.#remove(id, keyOf(kind, from));
    if (to !== undefined) this.#add(id, keyOf(kind, to));
  }

  #add(id: string, key: string): void {
    const bearers = this.#bearers.get(key);
    if (typeof bearers === "object") bearers.add(id);
    else this.#bearers.set(key, bearers === undefined ? id : new Set([bearers, id]));
  }

  #remove(id: string, key: string): void {
    const bearers = this.#bearers.get(key);
    if (typeof bearers === "object" && bearers.size > 1) bearers.delete(id);
    else this.#bearers.delete(key);
  }
}

const keyOf = (kind: NamedKind | "serials", name: string): string => `${kind} ${folded(name)}`;
