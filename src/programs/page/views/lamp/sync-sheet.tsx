import { OFFLINE_WORDS } from "../../model/lamp-look.ts";
import { INTENSITIES, MODES, SOURCES, syncWords } from "../../model/sync-words.ts";
import { syncedLampsWords } from "../../model/synced-lamps.ts";
import { type OpenedSyncBox, useParts } from "../../page-parts.ts";
import { Choice, Slider } from "../../parts/controls.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { Part } from "./part.tsx";
import { SheetTop } from "./sheet-top.tsx";

/** The details of a sync box: what it shows on its lamps, and how. */
export function SyncSheet({ syncBoxId, deviceId }: OpenedSyncBox) {
  const { model, commander, opened } = useParts();
  const box = model.syncBoxes.get(syncBoxId)?.shown.value;
  const device = model.devices.get(deviceId)?.shown.value;
  if (!box) return null;
  const name = box.name || device?.name || "Sync box";
  const isOffline = device?.online === 0;
  const isOn = box.on === 1;
  const set = (command: Parameters<typeof commander.setSyncBox>[1]) => commander.setSyncBox(syncBoxId, command);
  return (
    <Sheet
      title={name}
      onClose={() => {
        opened.value = undefined;
      }}
    >
      <SheetTop
        id={syncBoxId}
        deviceId={deviceId}
        name={name}
        place={model.roomNameOf(deviceId)}
        state={isOffline ? OFFLINE_WORDS : syncWords(box)}
        isOn={isOn}
        isOffline={isOffline}
        onSwitch={(on) => set({ on: on ? 1 : 0 })}
      />
      <p class="synced-lamps">{syncedLampsWords(model, box)}</p>
      {!isOffline && (
        <div class="parts">
          <Part title="Brightness" value={isOn ? `${box.brightness}%` : `${box.brightness}% when on`}>
            <Slider
              label={`Brightness of ${name}`}
              value={box.brightness}
              from={1}
              to={100}
              words={`${box.brightness} percent`}
              isOff={!isOn}
              onSlide={(brightness) => set({ on: 1, brightness })}
            />
          </Part>
          <Choice
            label="Input"
            name="source"
            options={SOURCES}
            chosen={box.source}
            onChoose={(source) => set({ source })}
          />
          <Choice label="Mode" name="mode" options={MODES} chosen={box.mode} onChoose={(mode) => set({ mode })} />
          <Choice
            label="Intensity"
            name="intensity"
            options={INTENSITIES}
            chosen={box.frequency}
            onChoose={(frequency) => set({ frequency })}
          />
        </div>
      )}
    </Sheet>
  );
}
