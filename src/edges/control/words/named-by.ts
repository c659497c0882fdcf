import type { ReadableCollection } from "../../../core/home/collection.ts";
import type { Home } from "../../../core/home/home.ts";
import { type Id, idFrom } from "../../../core/home/model/ids.ts";
import { folded } from "../../../core/home/model/name.ts";
import type { ResourceKinds } from "../../../core/home/model/resource-kinds.ts";

interface Nameable {
  readonly id: string;
  readonly name: string;
  readonly serialNumber?: string;
}

/** Whether a name is the same as what a person wrote, whatever the case. */
export const sameAs = (words: string) => {
  const sought = folded(words);
  return (word = ""): boolean => sought !== "" && folded(word) === sought;
};

/** Whether words are the id, the serial number or the name of something. */
export const namedBy = (words: string) => {
  const fits = sameAs(words);
  const idInWords = idFrom(words.trim());
  return ({ id, serialNumber, name }: Nameable) => id === idInWords || fits(serialNumber) || fits(name);
};

/** The same resources of a home, by its indexes; in its order. */
export function thoseNamedBy<Kind extends "devices" | "rooms" | "scenes">(
  home: Home,
  kind: Kind,
  words: string,
): readonly ResourceKinds[Kind][] {
  const all = home[kind] as ReadableCollection<ResourceKinds[Kind]>;
  const byId = all.get(idFrom<Id<string> & ResourceKinds[Kind]["id"]>(words.trim()));
  const named = new Set<unknown>([
    ...(byId ? [byId] : []),
    ...(kind === "devices" ? home.withSerialNumber(words) : []),
    ...home.named(kind, words),
  ]);
  return named.size < 2 ? ([...named] as ResourceKinds[Kind][]) : all.all().filter((one) => named.has(one));
}
