import type { Change } from "../../core/home/changes/change.ts";
import { givenText } from "../../shared/given-file.ts";
import { changesFor } from "./build.ts";
import { MOST_YAML_BYTES } from "./limits.ts";
import { Pictures } from "./picture.ts";
import { readHomeFile } from "./read.ts";

/** The changes that make the home of a file, or what is wrong with it: a line for each problem. */
export type LoadedHome = { readonly changes: readonly Change[] } | { readonly problems: readonly string[] };

/**
 * Reads a home file and the pictures it names; `onText` is called with the length before parsing, which may take long.
 */
export function loadHome(path: string, version: string, onText?: (letters: number) => void): LoadedHome {
  const text = givenText(path, MOST_YAML_BYTES);
  if (typeof text !== "string") return { problems: [`${path}: ${text.unreadable}`] };
  onText?.(text.length);
  return homeIn(text, path, version);
}

const NO_PICTURES = "a picture is a file, and no files are read for a home that is given by its content; leave it out";

interface Reading {
  /** Not for texts that come from elsewhere: a picture is a file of this machine. */
  readonly mayReadPictures: boolean;
}

/** Reads the text of a home file; pictures are looked for from where it stands. */
export function homeIn(
  text: string,
  path: string,
  version: string,
  { mayReadPictures }: Reading = { mayReadPictures: true },
): LoadedHome {
  const pictures = new Pictures(path);
  const read = readHomeFile(text, function* ({ scenesByRoom }) {
    for (const { path: place, entry } of scenesByRoom.flat()) {
      if (entry.picture === undefined) continue;
      const picture = mayReadPictures ? pictures.read(entry.picture) : NO_PICTURES;
      if (typeof picture === "string")
        yield { path: [...place, "picture"], atKey: false, message: `picture: ${picture}` };
    }
  });
  if ("problems" in read) {
    return { problems: read.problems.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`) };
  }
  return { changes: changesFor(read.file, { version, pictureAt: (name) => pictures.at(name) }) };
}
