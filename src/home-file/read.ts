import { contradictions } from "./contradictions.ts";
import { type Problem, readYaml } from "./read-yaml.ts";
import { HomeFile } from "./schema.ts";
import type { Misfit } from "./structure.ts";

export type ReadHomeFile = { readonly file: HomeFile } | { readonly problems: readonly Problem[] };

/** Reads a home out of YAML; `unreadable` tells of what only a look at the disk shows. */
export function readHomeFile(text: string, unreadable: (file: unknown) => readonly Misfit[]): ReadHomeFile {
  const read = readYaml(text, HomeFile, (file) => [...contradictions(file), ...unreadable(file)]);
  return "value" in read ? { file: read.value } : read;
}
