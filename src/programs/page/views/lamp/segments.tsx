import { useState } from "preact/hooks";
import { hexFromRgb } from "../../../../core/home/model/colour.ts";
import { ColourPicker } from "./colour-picker.tsx";

interface SegmentsProps {
  readonly colours: readonly number[];
  readonly name: string;
  readonly onPaint: (colours: readonly number[]) => void;
}

/** The segments of a bar or strip, one by one: choose some, then their colour. */
export function Segments({ colours, name, onPaint }: SegmentsProps) {
  const [chosen, setChosen] = useState<readonly number[]>([0]);
  const toggle = (place: number) =>
    setChosen(chosen.includes(place) ? chosen.filter((one) => one !== place) : [...chosen, place]);
  const [first = 0] = chosen;
  return (
    <div>
      <div class="segments">
        {colours.map((rgb, place) => (
          <button
            key={place}
            type="button"
            class="segment"
            aria-label={`Segment ${place + 1}, ${hexFromRgb(rgb)}`}
            aria-pressed={chosen.includes(place)}
            style={{ "--paint": hexFromRgb(rgb) }}
            onClick={() => toggle(place)}
          />
        ))}
      </div>
      <ColourPicker
        rgb={colours[first] ?? 0xffffff}
        of={chosen.length === 1 ? `segment ${first + 1} of ${name}` : `${chosen.length} segments of ${name}`}
        onPick={(picked) => onPaint(colours.map((rgb, place) => (chosen.includes(place) ? picked : rgb)))}
      />
    </div>
  );
}
