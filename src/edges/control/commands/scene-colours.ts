import type { Home } from "../../../core/home/home.ts";
import { rgbFromXy, type Xy } from "../../../core/home/model/colour.ts";
import type { Light } from "../../../core/home/model/light.ts";
import { pointOf } from "../../../core/home/model/light-colour.ts";
import type { Room } from "../../../core/home/model/room.ts";
import { devicesIn, lightsOf } from "../../../core/home/select.ts";
import { withJoinedNames } from "../../home-file/colour-names.ts";
import { rgbFrom } from "../../home-file/words.ts";
import { type Refused, refused } from "../command.ts";
import { colourIn, noColour } from "../words/parsed-words.ts";
import { quoted } from "../words/quoted.ts";

const COLOURS_OF_A_SCENE = 5;

type Colours = { readonly colours: readonly number[] } | Refused;

/** The colours of a scene from 1 to 5 words, repeated until there are five. */
export function coloursFrom(written: readonly string[]): Colours {
  const words = withJoinedNames(written);
  if (words.length > COLOURS_OF_A_SCENE) {
    return refused(`A scene has at most ${COLOURS_OF_A_SCENE} colours, but you gave ${words.length}.`);
  }
  const colours = words.map(colourIn);
  const strange = words.filter((_word, index) => colours[index] === undefined);
  if (strange.length > 0) return refused(...strange.map(noColour));
  return { colours: repeated(colours.flatMap((colour) => (colour === undefined ? [] : [rgbFrom(colour)]))) };
}

/** The colours that a room's lights show at this moment. */
export function coloursShownIn(home: Home, room: Room): Colours {
  const shown = devicesIn(home, room)
    .flatMap((device) => lightsOf(home, device))
    .filter(({ on }) => on)
    .map(pointsOf);
  const first = shown.flatMap(([point]) => (point ? [point] : []));
  const further = shown.flatMap(([, ...points]) => points);
  const colours = [...first, ...further].slice(0, COLOURS_OF_A_SCENE).map(rgbFromXy);
  if (colours.length > 0) return { colours: repeated(colours) };
  return refused(
    `No light in ${quoted(room.name)} shows a colour now: give 1 to 5 colours, such as "#ff8800" or 2700K.`,
  );
}

function pointsOf({ colour, abilities }: Light): readonly Xy[] {
  if (!abilities.includes("colour") && !abilities.includes("colourTemperature")) return [];
  return colour.mode === "segments" ? colour.points : [pointOf(colour)];
}

const repeated = (colours: readonly number[]): readonly number[] =>
  Array.from({ length: COLOURS_OF_A_SCENE }, (_, index) => colours[index % colours.length] ?? 0);
