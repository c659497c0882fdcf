import { useState } from "preact/hooks";
import { matches } from "../../model/search.ts";
import type { Given, Name } from "../../operator/page-commands.ts";
import { useAnswer } from "../../operator/use-answer.ts";
import { useCommand } from "../../operator/use-command.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { DeviceFaults } from "./device-faults.tsx";
import { RandomFaults } from "./random-faults.tsx";
import { ScriptPlayer } from "./script-player.tsx";

const DEVICES_AT_ONCE = 50;

/** Makes simulated devices misbehave, with one touch. */
export function FaultsView() {
  const moods = useAnswer("sim.moods", {});
  const devices = useAnswer("device.list", {});
  const [text, setText] = useState("");
  const command = useCommand();
  const make = async <Of extends Name>(name: Of, given: Given<Of>, done?: string) => {
    if (await command(name, given, done)) moods.reload();
  };
  if (moods.refusal.length > 0) {
    return (
      <div class="view">
        <h1>Faults</h1>
        <RefusalLines lines={moods.refusal} />
      </div>
    );
  }
  const lamps = (devices.value ?? []).filter(({ lights, syncBox }) => lights.length > 0 || syncBox !== null);
  const found = lamps.filter(({ name, room }) => matches(text, [name, room ?? ""]));
  return (
    <div class="view">
      <div class="view-head">
        <h1>Faults</h1>
        <Button look="strong" onPress={() => void make("sim.calm", {}, "Everything is back to normal.")}>
          Calm
        </Button>
      </div>
      <section class="card">
        <h2>At the moment</h2>
        {moods.value?.length === 0 && <p class="quiet">Every device behaves.</p>}
        <ul class="rows" aria-live="polite">
          {moods.value?.map(({ words }) => (
            <li key={words} class="row">
              {words}
            </li>
          ))}
        </ul>
      </section>
      <section class="card">
        <h2>Device by device</h2>
        <input
          class="field"
          type="search"
          aria-label="Filter devices"
          placeholder="Name or room"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ul class="rows">
          {found.slice(0, DEVICES_AT_ONCE).map((device) => (
            <DeviceFaults key={device.id} device={device} onMake={make} />
          ))}
        </ul>
        {found.length > DEVICES_AT_ONCE && <p class="quiet">And {found.length - DEVICES_AT_ONCE} more: filter them.</p>}
      </section>
      <RandomFaults onMake={make} />
      <ScriptPlayer onStep={moods.reload} />
    </div>
  );
}
