import type { Given, Result } from "../../operator/page-commands.ts";
import { Button } from "../../parts/controls.tsx";

type Fault = "sim.offline" | "sim.online" | "sim.lose-next" | "sim.latency" | "sim.report-late" | "sim.switch";

export type MakeFault = <Of extends Fault>(name: Of, given: Given<Of>) => Promise<void>;

interface DeviceFaultsProps {
  readonly device: Result<"device.list">[number];
  /** Its current faults, as texts that follow its name. */
  readonly faults: readonly string[];
  readonly onMake: MakeFault;
}

const SLOW_MILLIS = 3_000;

/** The faults that one device can be given. */
export function DeviceFaults({ device: { id, name, room }, faults, onMake }: DeviceFaultsProps) {
  return (
    <li class="row">
      <div class="row-text">
        <p class="row-title">{name}</p>
        <p class="quiet">{room ?? "in no room"}</p>
        {/* Always there, so that no row moves when a device gets a fault. */}
        <p class="quiet">{faults.length === 0 ? "normal" : <span class="word-problem">{faults.join(", ")}</span>}</p>
      </div>
      <fieldset class="row-actions">
        <legend class="only-read">{name}</legend>
        <Button look="small" onPress={() => void onMake("sim.offline", { device: id })}>
          Take offline
        </Button>
        <Button look="small" onPress={() => void onMake("sim.online", { device: id })}>
          Bring online
        </Button>
        <Button look="small" onPress={() => void onMake("sim.switch", { device: id, to: "toggle" })}>
          Press wall switch
        </Button>
        <Button look="small" onPress={() => void onMake("sim.lose-next", { device: id, count: 1 })}>
          Lose next command
        </Button>
        <Button look="small" onPress={() => void onMake("sim.latency", { device: id, millis: SLOW_MILLIS })}>
          Delay commands
        </Button>
        <Button look="small" onPress={() => void onMake("sim.report-late", { device: id, millis: SLOW_MILLIS })}>
          Delay reports
        </Button>
      </fieldset>
    </li>
  );
}
