import { useState } from "preact/hooks";
import type { Given, Result } from "../../operator/page-commands.ts";
import { Button } from "../../parts/controls.tsx";
import { FaultToggle } from "./fault-toggle.tsx";

type Fault =
  | "sim.offline"
  | "sim.online"
  | "sim.lose-next"
  | "sim.latency"
  | "sim.report-late"
  | "sim.switch"
  | "sim.end-random"
  | "sim.stop-script";

export type MakeFault = <Of extends Fault>(name: Of, given: Given<Of>) => Promise<void>;

type Mood = Result<"sim.moods">[number];

interface DeviceFaultsProps {
  readonly device: Result<"device.list">[number];
  /** Its current faults. */
  readonly moods: readonly Mood[];
  readonly onMake: MakeFault;
}

const USUAL_MILLIS = 3_000;
const MOST_MILLIS = 600_000;
const MOST_LOST = 1_000_000;

/** The faults that one device can be given, each as a switch with its value. */
export function DeviceFaults({ device: { id, name, room }, moods, onMake }: DeviceFaultsProps) {
  const mood = (kind: Mood["kind"]) => moods.find((one) => one.kind === kind);
  const [offline, slow, late, lossy] = [mood("offline"), mood("latency"), mood("reportLate"), mood("loseNext")];
  const device = id;
  return (
    <li class="row fault-row">
      <div class="row-text">
        <p class="row-title">{name}</p>
        <p class="quiet">
          {room ?? "in no room"}
          {offline?.isDeclared && " · set to offline by the home file"}
        </p>
      </div>
      <fieldset class="fault-controls">
        <legend class="only-read">{name}</legend>
        <FaultToggle
          label="Offline"
          isOn={offline !== undefined}
          onSwitch={(isOn) => void onMake(isOn ? "sim.offline" : "sim.online", { device })}
        />
        <NumberedToggle
          label="Slow"
          unit="ms"
          most={MOST_MILLIS}
          value={slow?.value ?? undefined}
          usual={USUAL_MILLIS}
          onValue={(millis) => void onMake("sim.latency", { device, ...(millis === undefined ? {} : { millis }) })}
        />
        <NumberedToggle
          label="Reports late"
          unit="ms"
          most={MOST_MILLIS}
          value={late?.value ?? undefined}
          usual={USUAL_MILLIS}
          onValue={(millis) => void onMake("sim.report-late", { device, ...(millis === undefined ? {} : { millis }) })}
        />
        <NumberedToggle
          label="Lose commands"
          unit="commands"
          most={MOST_LOST}
          value={lossy?.value ?? undefined}
          usual={1}
          onValue={(count = 0) => void onMake("sim.lose-next", { device, count })}
        />
        <Button look="small" onPress={() => void onMake("sim.switch", { device, to: "toggle" })}>
          Press wall switch
        </Button>
      </fieldset>
    </li>
  );
}

interface NumberedToggleProps {
  readonly label: string;
  readonly unit: string;
  readonly most: number;
  /** Undefined while the fault is not there. */
  readonly value: number | undefined;
  readonly usual: number;
  /** Undefined ends the fault. */
  readonly onValue: (value: number | undefined) => void;
}

/** A fault with a number, which can be chosen before and changed while it is there. */
function NumberedToggle({ label, unit, most, value, usual, onValue }: NumberedToggleProps) {
  const [wanted, setWanted] = useState(usual);
  return (
    <FaultToggle label={label} isOn={value !== undefined} onSwitch={(isOn) => onValue(isOn ? wanted : undefined)}>
      <input
        class="field"
        type="number"
        aria-label={`${label}, ${unit}`}
        min={1}
        max={most}
        value={value ?? wanted}
        onChange={({ currentTarget }) => {
          const number = Math.min(most, Math.max(1, Math.round(currentTarget.valueAsNumber || usual)));
          setWanted(number);
          if (value !== undefined) onValue(number);
        }}
      />
      {!label.endsWith(unit) && <span class="quiet">{unit}</span>}
    </FaultToggle>
  );
}
