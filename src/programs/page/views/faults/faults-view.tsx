import { counted } from "../../../../shared/counted.ts";
import type { Given, Name, Result } from "../../operator/page-commands.ts";
import { useAnswer } from "../../operator/use-answer.ts";
import { useCommand } from "../../operator/use-command.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { FaultList } from "./fault-list.tsx";
import { RandomFaults } from "./random-faults.tsx";
import { RunningFaults } from "./running-faults.tsx";
import { ScriptPlayer } from "./script-player.tsx";

/** Faults also end in time, and others cause some too. */
const LOOK_MILLIS = 2_000;

const TITLE = "Simulate faults";

/** Gives simulated devices faults, with one touch. */
export function FaultsView() {
  const moods = useAnswer("sim.moods", {}, { everyMillis: LOOK_MILLIS });
  const scripts = useAnswer("sim.scripts", {}, { everyMillis: LOOK_MILLIS });
  const devices = useAnswer("device.list", {});
  const command = useCommand();
  const look = () => {
    moods.reload();
    scripts.reload();
  };
  const make = async <Of extends Name>(name: Of, given: Given<Of>, done?: string) => {
    if (await command(name, given, done)) look();
  };
  if (moods.value === undefined && moods.refusal.length > 0) {
    return (
      <div class="view">
        <h1>{TITLE}</h1>
        <RefusalLines lines={moods.refusal} />
      </div>
    );
  }
  const lamps = (devices.value ?? []).filter(({ lights, syncBox }) => lights.length > 0 || syncBox !== null);
  const playing = scripts.value ?? [];
  const isCalm = playing.length === 0 && (moods.value?.every(({ isDeclared }) => isDeclared) ?? true);
  return (
    <div class="view">
      <div class="view-head">
        <h1>{TITLE}</h1>
        <Button isDisabled={isCalm} onPress={() => void make("sim.calm", {}, "All faults cleared.")}>
          Clear all faults
        </Button>
      </div>
      <p class="quiet">
        Makes simulated lamps fail, so that you can test how a client reacts. For errors, delays and dropped connections
        of the HTTP interface, start a test gateway with <code>luxgate sandbox</code> (see docs/testing.md).
      </p>
      {/* What was answered before stays: a script that plays, or is being written, must not go. */}
      <RefusalLines lines={moods.refusal} />
      <p role="status">{moods.value && moodWords(moods.value)}</p>
      <RunningFaults scripts={playing} moods={moods.value ?? []} onMake={make} />
      <div class="fault-tools">
        <RandomFaults onMake={make} />
        <ScriptPlayer onStep={look} />
      </div>
      <FaultList devices={lamps} moods={moods.value ?? []} onMake={make} />
    </div>
  );
}

/** How many devices have faults, and the faults that concern all of them. */
function moodWords(moods: Result<"sim.moods">): string {
  const devicesIn = (some: Result<"sim.moods">) => new Set(some.flatMap(({ deviceId }) => deviceId ?? [])).size;
  const faulty = devicesIn(moods.filter(({ isDeclared }) => !isDeclared));
  const declared = devicesIn(moods.filter(({ isDeclared }) => isDeclared));
  const common = moods.filter(({ deviceId, kind }) => deviceId === null && kind !== "random").map(({ words }) => words);
  const words = [
    ...(faulty === 0 ? [] : [`${counted(faulty, "device")} ${faulty === 1 ? "has" : "have"} faults.`]),
    ...common,
  ];
  const home = `${counted(declared, "device")} ${declared === 1 ? "is" : "are"} set to offline by the home file.`;
  return [...(words.length === 0 ? ["No device has faults."] : words), ...(declared === 0 ? [] : [home])].join(" ");
}
