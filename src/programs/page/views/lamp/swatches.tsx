interface SwatchesProps {
  /** Whether each bears its name; else it is read out alone. */
  readonly areNamed?: boolean;
  readonly swatches: readonly { readonly title: string; readonly paint: string; readonly isChosen: boolean }[];
  readonly onPick: (place: number) => void;
}

/** A few usual lights, in full rows. */
export const Swatches = ({ areNamed = false, swatches, onPick }: SwatchesProps) => (
  <div class="swatches">
    {swatches.map(({ title, paint, isChosen }, place) => (
      <button
        key={title}
        type="button"
        class="swatch"
        aria-label={title}
        aria-pressed={isChosen}
        title={title}
        style={{ "--paint": paint }}
        onClick={() => onPick(place)}
      >
        {areNamed && title}
      </button>
    ))}
  </div>
);
