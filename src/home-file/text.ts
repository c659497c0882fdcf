import { readFileSync } from "node:fs";

/** Home files are UTF-8; a mark at the beginning that says so is passed over. */
export function textOf(path: string): string | { readonly unreadable: string } {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return { unreadable: "there is no file at this path" };
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return { unreadable: "expected a text in UTF-8" };
    return { unreadable: `the file cannot be read (${code})` };
  }
}
