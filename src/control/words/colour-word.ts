import { Check } from "typebox/value";
import { ColourWords } from "../../home-file/schema.ts";

/** A colour in one word: "#ff8800", 2700K, or ff8800, as a shell takes what follows # for a comment. */
export function colourIn(word: string): ColourWords | undefined {
  const written = /^[0-9a-f]{6}$/i.test(word) ? `#${word}` : word.toUpperCase();
  return Check(ColourWords, written) ? written : undefined;
}
