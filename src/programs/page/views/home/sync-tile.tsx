import { iconOf } from "../../model/device-icon.ts";
import { OFFLINE_WORDS } from "../../model/lamp-look.ts";
import { syncWords } from "../../model/sync-words.ts";
import { type OpenedSyncBox, useParts } from "../../page-parts.ts";
import { Tile } from "./tile.tsx";

/** The interface does not tell what a sync box shows: a colour of screens stands for it. */
const SCREEN = [0x6f7dff] as const;

interface SyncTileProps extends OpenedSyncBox {
  /** Whether it says in which room it is. */
  readonly isPlaced: boolean;
}

/** A sync box among the lamps. */
export function SyncTile({ isPlaced, ...box }: SyncTileProps) {
  const { model, commander, messages, opened } = useParts();
  const { syncBoxId, deviceId } = box;
  const sync = model.syncBoxes.get(syncBoxId)?.shown.value;
  const device = model.devices.get(deviceId)?.shown.value;
  if (!sync) return null;
  const name = sync.name || device?.name || "Sync box";
  const isOffline = device?.online === 0;
  const isOn = sync.on === 1 && !isOffline;
  return (
    <Tile
      name={name}
      place={isPlaced ? model.roomNameOf(deviceId) : undefined}
      words={isOffline ? "offline" : syncWords(sync)}
      icon={iconOf(device?.product)}
      isOn={isOn}
      isOffline={isOffline}
      level={sync.brightness}
      colours={SCREEN}
      onTap={() => {
        if (isOffline) messages.say(`${name} is ${OFFLINE_WORDS}.`);
        else commander.setSyncBox(syncBoxId, { on: isOn ? 0 : 1 });
      }}
      onDim={isOffline ? undefined : (brightness) => commander.setSyncBox(syncBoxId, { on: 1, brightness })}
      onOpen={() => {
        opened.value = box;
      }}
    />
  );
}
