import { useState } from "preact/hooks";
import type { WireLight } from "../../../../libraries/client/types.ts";
import type { LightCommand } from "../../model/light-commands.ts";
import { commandFromText, typeable } from "../../model/typed-value.ts";
import { RefusalLines } from "../../parts/refusal-lines.tsx";

interface ExactValuesProps {
  readonly light: WireLight;
  /** The values as they are. */
  readonly shown: string;
  readonly onCommand: (command: LightCommand) => void;
}

/** Folded away: a field for typed values, as `luxgate set` takes them. */
export function ExactValues({ light, shown, onCommand }: ExactValuesProps) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  return (
    <details
      class="exact"
      onToggle={({ currentTarget }) => {
        // On phones all of it would be below the edge of the screen.
        if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
      }}
    >
      <summary>Exact values</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const outcome = commandFromText(String(new FormData(form).get("value")), light);
          setProblems("problems" in outcome ? outcome.problems : []);
          if ("problems" in outcome) return;
          onCommand(outcome.command);
          form.reset();
        }}
      >
        <p class="quiet">Current: {shown}</p>
        <div class="exact-row">
          <input
            name="value"
            required
            autocomplete="off"
            autocapitalize="off"
            enterkeyhint="send"
            spellcheck={false}
            aria-label="Exact values"
            aria-describedby="exact-hint"
            aria-invalid={problems.length > 0}
          />
          <button type="submit" class="button button-strong">
            Set
          </button>
        </div>
        <RefusalLines lines={problems} />
        <p id="exact-hint" class="quiet">
          {typeable(light)}
        </p>
      </form>
    </details>
  );
}
