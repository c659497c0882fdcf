import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { someFolder } from "../store/some-folder.ts";

export const SCRIPT = `console.log("a lamp");\n`.repeat(100);

/** A page as its build leaves it. */
export function pageFolder(): string {
  const folder = someFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("index.html", "<!doctype html><title>Luxgate</title>");
  write("app-1f.js", SCRIPT);
  write("icon.png", "PNG");
  write("secret.txt", "not listed");
  write(
    "files.json",
    JSON.stringify({
      "/": { file: "index.html", mediaType: "text/html; charset=utf-8", cache: "no-cache" },
      "/page/app-1f.js": { file: "app-1f.js", mediaType: "text/javascript; charset=utf-8", cache: "immutable" },
      "/page/icon.png": { file: "icon.png", mediaType: "image/png", cache: "immutable" },
    }),
  );
  return folder;
}
