import { useRef } from "preact/hooks";
import { hexFromRgb } from "../../../../core/home/model/colour.ts";
import {
  colourAtDisc,
  discPlaceOf,
  type HueSaturation,
  hueSaturationOf,
  isSameColour,
  rgbOfHue,
} from "../../model/hue.ts";
import { Slider } from "../../parts/controls.tsx";
import { Swatches } from "./swatches.tsx";

interface ColourPickerProps {
  /** Undefined while a white is shown. */
  readonly rgb: number | undefined;
  /** What the colour is of, for screen readers. */
  readonly of: string;
  readonly onPick: (rgb: number) => void;
}

const PRESETS = [
  ["Red", 0xff2000],
  ["Amber", 0xff8800],
  ["Yellow", 0xffd400],
  ["Green", 0x2bff3c],
  ["Turquoise", 0x00ffd0],
  ["Blue", 0x1a4dff],
  ["Violet", 0x9b30ff],
  ["Pink", 0xff3da5],
] as const;

const NO_COLOUR: HueSaturation = { hueDegrees: 0, saturationPercent: 0 };

/** A disc for fingers and mice, usual colours, and two sliders for the same, which keyboards and screen readers can use. */
export function ColourPicker({ rgb, of, onPick }: ColourPickerProps) {
  // What was picked last: a colour without saturation has no hue, and the slider must not jump for it.
  const picked = useRef<HueSaturation | undefined>(undefined);
  const last = picked.current;
  const isLast = last !== undefined && rgb !== undefined && isSameColour(rgbOfHue(last), rgb);
  const shown = isLast ? last : rgb === undefined ? undefined : hueSaturationOf(rgb);
  const pick = (colour: HueSaturation) => {
    picked.current = colour;
    onPick(rgbOfHue(colour));
  };
  return (
    <div class="picker">
      <Disc shown={shown} onPick={pick} />
      <Swatches
        swatches={PRESETS.map(([title, colour]) => ({
          title,
          paint: hexFromRgb(colour),
          isChosen: rgb !== undefined && isSameColour(rgb, colour),
        }))}
        onPick={(at) => onPick(PRESETS[at]?.[1] ?? 0xffffff)}
      />
      <HueAndSaturation shown={shown} of={of} onPick={pick} />
    </div>
  );
}

/** The two sliders, side by side. */
function HueAndSaturation({ shown = NO_COLOUR, of, onPick }: DiscProps & { readonly of: string }) {
  const pure = hexFromRgb(rgbOfHue({ ...shown, saturationPercent: 100 }));
  return (
    <div class="picker-sliders">
      <p class="quiet" aria-hidden="true">
        Hue
      </p>
      <Slider
        label={`Hue of ${of}`}
        look="hue"
        value={Math.round(shown.hueDegrees)}
        from={0}
        to={359}
        words={`${Math.round(shown.hueDegrees)} degrees`}
        onSlide={(hueDegrees) => onPick({ saturationPercent: shown.saturationPercent || 100, hueDegrees })}
      />
      <p class="quiet" aria-hidden="true">
        Saturation
      </p>
      <Slider
        label={`Saturation of ${of}`}
        look="saturation"
        colour={pure}
        value={Math.round(shown.saturationPercent)}
        from={0}
        to={100}
        words={`${Math.round(shown.saturationPercent)} percent`}
        onSlide={(saturationPercent) => onPick({ ...shown, saturationPercent })}
      />
    </div>
  );
}

interface DiscProps {
  /** Undefined while no colour is shown. */
  readonly shown: HueSaturation | undefined;
  readonly onPick: (colour: HueSaturation) => void;
}

function Disc({ shown, onPick }: DiscProps) {
  const place = discPlaceOf(shown ?? NO_COLOUR);
  const follow = ({ currentTarget, clientX, clientY, buttons }: PointerEvent) => {
    if (!(currentTarget instanceof Element) || buttons === 0) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onPick(colourAtDisc(((clientX - left) / width) * 2 - 1, ((clientY - top) / height) * 2 - 1));
  };
  return (
    <div
      class="disc"
      aria-hidden="true"
      style={{
        "--x": `${(place.x + 1) * 50}%`,
        "--y": `${(place.y + 1) * 50}%`,
        "--paint": hexFromRgb(rgbOfHue(shown ?? NO_COLOUR)),
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={follow}
    >
      {shown && <span class="disc-handle" />}
    </div>
  );
}
