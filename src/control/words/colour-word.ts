import { Check } from "typebox/value";
import { ColourWords } from "../../home-file/schema.ts";

/** A colour in one word: "#ff8800", "#f80", 2700K, or ff8800, as a shell takes what follows # for a comment. */
export function colourIn(word: string): ColourWords | undefined {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(word) ?? [];
  const [, red, green, blue] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(word) ?? [];
  const short = red === undefined ? undefined : `#${red}${red}${green}${green}${blue}${blue}`;
  const written = short ?? (digits === undefined ? word.toUpperCase() : `#${digits}`);
  return Check(ColourWords, written) ? written : undefined;
}
