import type { Given } from "../../operator/page-commands.ts";

interface RandomFaultsProps {
  readonly onMake: (name: "sim.random", given: Given<"sim.random">) => Promise<void>;
}

const FIELDS = [
  ["seed", "Seed", 0, 4_294_967_295, 7],
  ["lose", "Lost commands (%)", 0, 100, 10],
  ["drop", "Devices going offline (% per minute)", 0, 100, 0],
] as const;

/** Random faults, the same each time for the same seed. */
export const RandomFaults = ({ onMake }: RandomFaultsProps) => (
  <form
    class="card"
    onSubmit={(event) => {
      event.preventDefault();
      const fields = new FormData(event.currentTarget);
      const number = (name: string) => Number(fields.get(name) ?? 0);
      void onMake("sim.random", { seed: number("seed"), losePercent: number("lose"), dropPercent: number("drop") });
    }}
  >
    <h2>Random faults</h2>
    <div class="form-row">
      {FIELDS.map(([name, label, least, most, usual]) => (
        <label key={name} class="labelled">
          {label}
          <input class="field" type="number" name={name} min={least} max={most} defaultValue={String(usual)} required />
        </label>
      ))}
      <button type="submit" class="button button-plain">
        Start
      </button>
    </div>
  </form>
);
