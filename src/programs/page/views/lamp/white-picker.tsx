import { hexFromRgb } from "../../../../core/home/model/colour.ts";
import { whiteLook } from "../../model/lamp-look.ts";
import { Slider } from "../../parts/controls.tsx";
import { Part } from "./part.tsx";
import { Swatches } from "./swatches.tsx";

const WHITE = { warmest: 2000, coolest: 6500, middle: 4000, step: 50 } as const;
const WHITES = [
  ["Warm", 2700],
  ["Neutral", 4000],
  ["Cool", 5000],
  ["Daylight", 6500],
] as const;

interface WhitePickerProps {
  /** Undefined while the lamp shows a colour. */
  readonly kelvin: number | undefined;
  readonly name: string;
  readonly onPick: (kelvin: number) => void;
}

/** Whites from warm to cool. A lamp that shows a colour has none to be shown. */
export const WhitePicker = ({ kelvin, name, onPick }: WhitePickerProps) => (
  <Part title="Colour temperature" value={kelvin === undefined ? "the lamp shows a colour" : `${kelvin} K`}>
    <Slider
      label={`Colour temperature of ${name}`}
      look="white"
      value={kelvin ?? WHITE.middle}
      from={WHITE.warmest}
      to={WHITE.coolest}
      step={WHITE.step}
      words={kelvin === undefined ? "the lamp shows a colour" : `${kelvin} kelvin`}
      isUnset={kelvin === undefined}
      onSlide={onPick}
    />
    <Swatches
      areNamed
      swatches={WHITES.map(([title, one]) => ({ title, paint: hexFromRgb(whiteLook(one)), isChosen: one === kelvin }))}
      onPick={(at) => onPick(WHITES[at]?.[1] ?? WHITE.middle)}
    />
  </Part>
);
