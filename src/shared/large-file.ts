import { sizeWords } from "./given-file.ts";

/** What is smaller is read before anybody wonders. */
const LARGE_BYTES = 256 * 1024;

/** Tells that a large file is read, so that nobody sits before a silent terminal. */
export function tellIfLarge(file: string, bytes: number, tell: (line: string) => void): void {
  if (bytes > LARGE_BYTES) tell(`Reading ${file} (${sizeWords(bytes)}) …`);
}
