import { counted } from "../../../../shared/counted.ts";
import type { Result } from "../../operator/page-commands.ts";
import { Button } from "../../parts/controls.tsx";
import type { MakeFault } from "./device-faults.tsx";

interface RunningFaultsProps {
  readonly scripts: Result<"sim.scripts">;
  readonly moods: Result<"sim.moods">;
  readonly onMake: MakeFault;
}

/** What goes on to cause faults, whoever started it, each with what ends it. */
export function RunningFaults({ scripts, moods, onMake }: RunningFaultsProps) {
  const random = moods.find(({ kind }) => kind === "random");
  if (scripts.length === 0 && !random) return null;
  return (
    <section class="card">
      <h2>Running now</h2>
      <ul class="rows">
        {random && (
          <li class="row">
            <p class="row-text">{random.words}</p>
            <Button onPress={() => void onMake("sim.end-random", {})}>Stop random faults</Button>
          </li>
        )}
        {scripts.map(({ id, steps, played, speed }) => (
          <li key={id} class="row">
            <p class="row-text">
              A script is playing: {played} of {counted(steps, "step")}, {speed}× speed.
            </p>
            <Button onPress={() => void onMake("sim.stop-script", { id })}>Stop script</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
