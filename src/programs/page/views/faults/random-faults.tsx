import type { Given } from "../../operator/page-commands.ts";

interface RandomFaultsProps {
  readonly onMake: (name: "sim.random", given: Given<"sim.random">) => Promise<void>;
}

const FIELDS = [
  ["seed", "Seed", 0, 4_294_967_295, 7],
  ["lose", "Lost commands (%)", 0, 100, 10],
  ["drop", "Going offline (% per minute)", 0, 100, 0],
] as const;

/** Faults by chance, the same each time for the same seed. */
export const RandomFaults = ({ onMake }: RandomFaultsProps) => (
  <details class="card fault-tool">
    <summary>
      <h2>Random faults</h2>
    </summary>
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const number = (name: string) => Number(fields.get(name) ?? 0);
        void onMake("sim.random", { seed: number("seed"), losePercent: number("lose"), dropPercent: number("drop") });
      }}
    >
      <div class="form-row">
        {FIELDS.map(([name, label, least, most, usual]) => (
          <label key={name} class="labelled">
            {label}
            <input
              class="field"
              type="number"
              name={name}
              min={least}
              max={most}
              defaultValue={String(usual)}
              required
            />
          </label>
        ))}
        <button type="submit" class="button button-plain">
          Start
        </button>
      </div>
    </form>
  </details>
);
