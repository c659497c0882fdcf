import type { WireLight } from "../../../../libraries/client/types.ts";
import { coloursOf, isAbleTo } from "../../model/lamp-look.ts";
import { Button } from "../../parts/controls.tsx";
import { ColourPicker } from "./colour-picker.tsx";
import { Part } from "./part.tsx";
import { Segments } from "./segments.tsx";

/** The usual number of a bar: the interface reports a lamp's own number only while the lamp shows segments. */
const USUAL_SEGMENTS = 5;

interface ColourPartsProps {
  readonly light: WireLight;
  readonly name: string;
  readonly onCommand: (command: { readonly on: 1; color_rgb?: number; color_rgb_arr?: number[] }) => void;
}

/** The colour of a lamp that has some: one for all of it, or one for each segment. */
export function ColourParts({ light, name, onCommand }: ColourPartsProps) {
  if (!isAbleTo(light, "colour")) return null;
  const colours = coloursOf(light);
  const [first = 0xffffff] = colours;
  const whole = () => onCommand({ on: 1, color_rgb: first });
  const split = () => onCommand({ on: 1, color_rgb_arr: Array.from({ length: USUAL_SEGMENTS }, () => first) });
  if (light.color_mode === 3) {
    return (
      <Part title="Segments" action={<Button onPress={whole}>Use one colour</Button>}>
        <Segments
          colours={colours}
          name={name}
          onPaint={(painted) => onCommand({ on: 1, color_rgb_arr: [...painted] })}
        />
      </Part>
    );
  }
  return (
    <Part title="Colour" action={isAbleTo(light, "segments") && <Button onPress={split}>Use segments</Button>}>
      <ColourPicker rgb={first} of={name} onPick={(color_rgb) => onCommand({ on: 1, color_rgb })} />
    </Part>
  );
}
