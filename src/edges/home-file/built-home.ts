import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Picture } from "../../core/home/model/scene.ts";
import { changesFor } from "./build.ts";
import type { LoadedHome } from "./load.ts";
import { readPicture } from "./picture.ts";
import type { HomeFile } from "./schema.ts";

/** A home file that was checked and parsed at build time. */
interface BuiltHome {
  /** SHA-256 of the home file. */
  readonly digest: string;
  readonly file: HomeFile;
}

/**
 * The home of a file from its build-time form, without parsing YAML. Undefined when that form is of another text, broken,
 * or lacks a picture: then reading the file itself reports what is wrong.
 */
export function builtHome(builtPath: string, path: string, version: string): LoadedHome | undefined {
  try {
    const { digest, file }: BuiltHome = JSON.parse(readFileSync(builtPath, "utf8"));
    if (digest !== createHash("sha256").update(readFileSync(path)).digest("hex")) return undefined;
    return { changes: changesFor(file, { version, pictureAt: (name) => pictureAt(path, name) }) };
  } catch {
    return undefined;
  }
}

function pictureAt(path: string, name: string): Picture {
  const picture = readPicture(path, name);
  if (typeof picture === "string") throw new Error(picture);
  return picture;
}
