import { useState } from "preact/hooks";
import type { WireLight } from "../../../../libraries/client/types.ts";
import { coloursOf, isAbleTo } from "../../model/lamp-look.ts";
import { Choice } from "../../parts/controls.tsx";
import { ColourPicker } from "./colour-picker.tsx";
import { Segments } from "./segments.tsx";
import { WhitePicker } from "./white-picker.tsx";

/** The usual number of a bar: the interface reports a lamp's own number only while the lamp shows segments. */
const USUAL_SEGMENTS = 5;

const KINDS = [
  { value: "white", label: "White" },
  { value: "colour", label: "Colour" },
  { value: "segments", label: "Segments" },
] as const;
type Kind = (typeof KINDS)[number]["value"];

interface ColourPartsProps {
  readonly light: WireLight;
  readonly name: string;
  readonly onCommand: (command: {
    readonly on: 1;
    color_cw?: number;
    color_rgb?: number;
    color_rgb_arr?: number[];
  }) => void;
}

/** The light of a lamp that has a choice of it: a white, a colour, or one colour for each segment. One of them at a time. */
export function ColourParts({ light, name, onCommand }: ColourPartsProps) {
  const shown = kindOf(light);
  const [chosen, setChosen] = useState<Kind | undefined>(undefined);
  const kinds = KINDS.filter(({ value }) => isAbleTo(light, value));
  const [first] = kinds;
  if (!first) return null;
  const kind = chosen ?? (kinds.some(({ value }) => value === shown) ? shown : first.value);
  const colours = coloursOf(light);
  const [colour = 0xffffff] = colours;
  const pieces = shown === "segments" ? colours : Array.from({ length: USUAL_SEGMENTS }, () => colour);
  return (
    <section class="part" aria-label="Light">
      {kinds.length > 1 && <Choice label="Light" name="kind" options={kinds} chosen={kind} onChoose={setChosen} />}
      {kind === "white" && (
        <WhitePicker
          kelvin={shown === "white" ? light.color_cw : undefined}
          name={name}
          onPick={(color_cw) => onCommand({ on: 1, color_cw })}
        />
      )}
      {kind === "colour" && (
        <ColourPicker
          rgb={shown === "colour" ? colour : undefined}
          of={name}
          onPick={(color_rgb) => onCommand({ on: 1, color_rgb })}
        />
      )}
      {kind === "segments" && (
        <Segments
          colours={pieces}
          name={name}
          onPaint={(painted) => onCommand({ on: 1, color_rgb_arr: [...painted] })}
        />
      )}
    </section>
  );
}

function kindOf({ color_mode }: WireLight): Kind {
  if (color_mode === 3) return "segments";
  return color_mode === 2 ? "white" : "colour";
}
