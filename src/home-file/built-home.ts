import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Picture } from "../home/model/scene.ts";
import { changesFor } from "./build.ts";
import type { LoadedHome } from "./load.ts";
import { readPicture } from "./picture.ts";
import type { HomeFile } from "./schema.ts";

/** What a build makes of a home file that it knows to be right. */
interface BuiltHome {
  /** Of the text that it was made from. */
  readonly digest: string;
  readonly file: HomeFile;
}

/**
 * The home of a file out of what was built of it, which takes no YAML. Nothing when that is of another text, broken, or
 * lacks a picture: what is wrong then is told by who reads the file itself.
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
