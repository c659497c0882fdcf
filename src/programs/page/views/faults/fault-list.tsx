import { useState } from "preact/hooks";
import { matches } from "../../model/search.ts";
import type { Result } from "../../operator/page-commands.ts";
import { Button } from "../../parts/controls.tsx";
import { DeviceFaults, type MakeFault } from "./device-faults.tsx";

const DEVICES_AT_ONCE = 50;

interface FaultListProps {
  readonly devices: Result<"device.list">;
  readonly moods: Result<"sim.moods">;
  readonly onMake: MakeFault;
}

/** Every device with what is wrong with it, in an order that stays. */
export function FaultList({ devices, moods, onMake }: FaultListProps) {
  const [text, setText] = useState("");
  const [isFaulty, setFaulty] = useState(false);
  const [most, setMost] = useState(DEVICES_AT_ONCE);
  const found = devices
    .filter(({ name, room }) => matches(text, [name, room ?? ""]))
    .filter(({ id }) => !isFaulty || moods.some(({ deviceId }) => deviceId === id));
  return (
    <section class="card">
      <h2>Faults by device</h2>
      <div class="filters">
        <input
          class="field"
          type="search"
          aria-label="Filter devices"
          placeholder="Name or room"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <select
          class="field"
          aria-label="Devices to show"
          value={isFaulty ? "faulty" : "all"}
          onChange={({ currentTarget }) => setFaulty(currentTarget.value === "faulty")}
        >
          <option value="all">All devices</option>
          <option value="faulty">With faults or offline</option>
        </select>
      </div>
      {found.length === 0 && <p class="quiet">No devices found.</p>}
      <ul class="rows">
        {found.slice(0, most).map((device) => (
          <DeviceFaults
            key={device.id}
            device={device}
            moods={moods.filter(({ deviceId }) => deviceId === device.id)}
            onMake={onMake}
          />
        ))}
      </ul>
      {found.length > most && (
        <div>
          <Button onPress={() => setMost(most + DEVICES_AT_ONCE)}>
            Show more ({most} of {found.length} shown)
          </Button>
        </div>
      )}
    </section>
  );
}
