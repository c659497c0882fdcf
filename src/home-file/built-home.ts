import { createHash } from "node:crypto";
import type { Picture } from "../home/scene.ts";
import { changesFor } from "./build.ts";
import type { LoadedHome } from "./load.ts";
import { readPicture } from "./picture.ts";
import type { HomeFile } from "./schema.ts";
import { textOf } from "./text.ts";

/** What a build makes of a home file that it knows to be right. */
interface BuiltHome {
  /** Of the text that it was made from. */
  readonly digest: string;
  readonly file: HomeFile;
}

/** The home of a file out of what was built of it, which takes no YAML; nothing when that is of another text. */
export function builtHome(builtPath: string, path: string, version: string): LoadedHome | undefined {
  const [built, text] = [textOf(builtPath), textOf(path)];
  if (typeof built !== "string" || typeof text !== "string") return undefined;
  const { digest, file }: BuiltHome = JSON.parse(built);
  if (digest !== createHash("sha256").update(text).digest("hex")) return undefined;
  return { changes: changesFor(file, { version, pictureAt: (name) => pictureAt(path, name) }) };
}

function pictureAt(path: string, name: string): Picture {
  const picture = readPicture(path, name);
  if (typeof picture === "string") throw new Error(`${name} beside ${path}: ${picture}`);
  return picture;
}
