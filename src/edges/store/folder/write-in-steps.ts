import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";

/** How many characters are written in one turn of the event loop. */
const PIECE_CHARACTERS = 64 * 1024;

/** Writes a new file in small steps and syncs it; gives the digest of what was written. */
export async function writeInSteps(path: string, pieces: Iterable<string>): Promise<string> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  const write = async (text: string) => {
    hash.update(text);
    await file.writeFile(text);
    await nextTurn();
  };
  try {
    let text = "";
    for (const piece of pieces) {
      text += piece;
      if (text.length < PIECE_CHARACTERS) continue;
      await write(text);
      text = "";
    }
    await write(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}
