import { contradictions } from "./contradictions.ts";
import { type Entries, wellFormedEntries } from "./entries.ts";
import { type Problem, readYaml } from "./read-yaml.ts";
import { HomeFile } from "./schema.ts";
import type { Misfit } from "./structure.ts";

export type ReadHomeFile = { readonly file: HomeFile } | { readonly problems: readonly Problem[] };

/** Reads a home out of YAML; `unreadable` tells of what only a look at the disk shows. */
export function readHomeFile(text: string, unreadable: (entries: Entries) => Iterable<Misfit>): ReadHomeFile {
  const read = readYaml(text, HomeFile, function* (file) {
    const entries = wellFormedEntries(file);
    yield* contradictions(entries);
    yield* unreadable(entries);
  });
  return "value" in read ? { file: read.value } : read;
}
