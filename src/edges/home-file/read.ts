import { type Entries, wellFormedEntries } from "./entries.ts";
import { type FileProblem, readYaml } from "./read-yaml.ts";
import { HomeFile } from "./schema.ts";
import type { Violation } from "./schema-violations.ts";
import { semanticViolations } from "./semantic-violations.ts";

export type ReadHomeFile = { readonly file: HomeFile } | { readonly problems: readonly FileProblem[] };

/** Reads a home out of YAML; `unreadable` checks what needs the disk. */
export function readHomeFile(text: string, unreadable: (entries: Entries) => Iterable<Violation>): ReadHomeFile {
  const read = readYaml(text, HomeFile, function* (file) {
    const entries = wellFormedEntries(file);
    yield* semanticViolations(entries);
    yield* unreadable(entries);
  });
  return "value" in read ? { file: read.value } : read;
}
