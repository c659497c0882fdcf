import { COLOURS_OF_A_SCENE, fiveOf } from "../../../core/home/model/saved-lamps.ts";
import { withJoinedNames } from "../../home-file/colour-names.ts";
import { rgbFrom } from "../../home-file/words.ts";
import { type Refused, refused } from "../command.ts";
import { colourIn, noColour } from "../words/parsed-words.ts";

/** The colours of a scene from 1 to 5 words, repeated until there are five. */
export function coloursFrom(written: readonly string[]): { readonly colours: readonly number[] } | Refused {
  const words = withJoinedNames(written);
  if (words.length > COLOURS_OF_A_SCENE) {
    return refused(`A scene has at most ${COLOURS_OF_A_SCENE} colours, but you gave ${words.length}.`);
  }
  const colours = words.map(colourIn);
  const strange = words.filter((_word, index) => colours[index] === undefined);
  if (strange.length > 0) return refused(...strange.map(noColour));
  return { colours: fiveOf(colours.flatMap((colour) => (colour === undefined ? [] : [rgbFrom(colour)]))) };
}
