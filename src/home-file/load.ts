import type { Change } from "../home/change.ts";
import type { Picture } from "../home/scene.ts";
import { changesFor } from "./build.ts";
import { wellFormedEntries } from "./entries.ts";
import { readPicture } from "./picture.ts";
import { readHomeFile } from "./read.ts";
import type { Misfit } from "./structure.ts";
import { textOf } from "./text.ts";

/** The changes that make the home of a file, or what is wrong with it: a line for each mistake. */
export type LoadedHome = { readonly changes: readonly Change[] } | { readonly mistakes: readonly string[] };

/** Reads a home file and the pictures it names. */
export function loadHome(path: string, version: string): LoadedHome {
  const text = textOf(path);
  return typeof text === "string" ? homeIn(text, path, version) : { mistakes: [`${path}: ${text.unreadable}`] };
}

/** Reads the text of a home file; pictures are looked for from where it stands. */
export function homeIn(text: string, path: string, version: string): LoadedHome {
  const pictures = new Map<string, Picture>();
  const missingPictures = (file: unknown): readonly Misfit[] =>
    wellFormedEntries(file)
      .scenesByRoom.flat()
      .flatMap(({ path: place, entry }) => {
        if (entry.picture === undefined) return [];
        const picture = readPicture(path, entry.picture);
        if (typeof picture === "string") {
          return [{ path: [...place, "picture"], atKey: false, message: `picture: ${picture}` }];
        }
        pictures.set(entry.picture, picture);
        return [];
      });
  const read = readHomeFile(text, missingPictures);
  if ("problems" in read) {
    return { mistakes: read.problems.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`) };
  }
  return { changes: changesFor(read.file, { version, pictureAt: (name) => pictures.get(name) ?? null }) };
}
