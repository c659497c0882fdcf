import { useState } from "preact/hooks";
import type { LightCommand } from "../../model/light-commands.ts";
import { commandFromText } from "../../model/typed-value.ts";

interface ExactValuesProps {
  /** The values as they are, to be typed over. */
  readonly shown: string;
  readonly onCommand: (command: LightCommand) => void;
}

/** Values that are typed: a colour, a white, a brightness, a point of the chart. */
export function ExactValues({ shown, onCommand }: ExactValuesProps) {
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      class="exact"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("value");
        const command = commandFromText(typeof typed === "string" ? typed : "");
        setWrong(command === undefined);
        if (command) onCommand(command);
      }}
    >
      <label for="exact-value">Exact value</label>
      <div class="exact-row">
        <input
          id="exact-value"
          name="value"
          autocomplete="off"
          spellcheck={false}
          placeholder="#ff8800, 2700K, 40%, 0.45 0.41"
          aria-describedby="exact-hint"
          aria-invalid={isWrong}
        />
        <button type="submit" class="button button-strong">
          Set
        </button>
      </div>
      <p id="exact-hint" class={isWrong ? "wrong" : "quiet"}>
        {isWrong ? "Not understood. Type #ff8800, 2700K, 40% or 0.45 0.41." : `Now ${shown}`}
      </p>
    </form>
  );
}
