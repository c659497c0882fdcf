import type { Given } from "../../operator/page-commands.ts";

interface RandomFaultsProps {
  readonly onMake: (name: "sim.random", given: Given<"sim.random">) => Promise<void>;
}

const FIELDS = [
  ["seed", "Seed", 0, 4_294_967_295, 7],
  ["lose", "Commands lost, %", 0, 100, 10],
  ["drop", "Devices that drop off, %", 0, 100, 0],
] as const;

/** Faults by chance, the same ones each time for the same seed. */
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
    <h2>By chance</h2>
    <div class="form-row">
      {FIELDS.map(([name, label, least, most, usual]) => (
        <label key={name} class="labelled">
          {label}
          <input class="field" type="number" name={name} min={least} max={most} defaultValue={String(usual)} required />
        </label>
      ))}
      <button type="submit" class="button button-plain">
        Begin
      </button>
    </div>
  </form>
);
