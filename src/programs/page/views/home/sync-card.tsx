import { useParts } from "../../page-parts.ts";
import { Choice, Slider, Switch } from "../../parts/controls.tsx";

const SOURCES = [
  { value: 0, label: "HDMI 1" },
  { value: 1, label: "HDMI 2" },
] as const;

const MODES = [
  { value: 0, label: "Video" },
  { value: 1, label: "Music" },
  { value: 2, label: "Game" },
] as const;

const INTENSITIES = [
  { value: 0, label: "Low" },
  { value: 1, label: "Medium" },
  { value: 2, label: "High" },
  { value: 3, label: "Highest" },
] as const;

interface SyncCardProps {
  readonly syncBoxId: string;
  readonly deviceId: string;
}

/** A sync box: what it shows on its lamps, and how. */
export function SyncCard({ syncBoxId, deviceId }: SyncCardProps) {
  const { model, commander } = useParts();
  const box = model.syncBoxes.get(syncBoxId)?.shown.value;
  const device = model.devices.get(deviceId)?.shown.value;
  if (!box) return null;
  const name = box.name || device?.name || "Sync box";
  const isOffline = device?.online === 0;
  const isOn = box.on === 1 && !isOffline;
  return (
    <section class="sync-card" aria-label={name} data-on={isOn}>
      <header>
        <div>
          <h3>{name}</h3>
          <p class="quiet">{isOffline ? "offline" : box.area_name ? `Sync area: ${box.area_name}` : "No sync area"}</p>
        </div>
        <Switch
          label={name}
          isOn={isOn}
          isDisabled={isOffline}
          onSwitch={(on) => commander.setSyncBox(syncBoxId, { on: on ? 1 : 0 })}
        />
      </header>
      <Slider
        label={`Brightness of ${name}`}
        value={box.brightness}
        from={1}
        to={100}
        words={`${box.brightness} percent`}
        isDisabled={isOffline}
        onSlide={(brightness) => commander.setSyncBox(syncBoxId, { brightness })}
      />
      <div class="sync-choices">
        <Choice
          label="Source"
          name={`source-${syncBoxId}`}
          options={SOURCES}
          chosen={box.source}
          onChoose={(source) => commander.setSyncBox(syncBoxId, { source })}
        />
        <Choice
          label="Mode"
          name={`mode-${syncBoxId}`}
          options={MODES}
          chosen={box.mode}
          onChoose={(mode) => commander.setSyncBox(syncBoxId, { mode })}
        />
        <Choice
          label="Intensity"
          name={`intensity-${syncBoxId}`}
          options={INTENSITIES}
          chosen={box.frequency}
          onChoose={(frequency) => commander.setSyncBox(syncBoxId, { frequency })}
        />
      </div>
    </section>
  );
}
