import { type Static, Type } from "typebox";
import type { Home } from "../../home/home.ts";
import type { SyncBox } from "../../home/model/sync-box.ts";
import { orNull } from "../values.ts";

/** What a sync box does, in the words in which it is set. */
export const SyncBoxView = Type.Object({
  on: Type.Boolean(),
  brightnessPercent: Type.Number(),
  source: Type.String(),
  mode: Type.String(),
  intensity: Type.String(),
  whenStopped: Type.String(),
  configuration: Type.Integer(),
  /** The name of the room whose lights it drives. */
  area: orNull(Type.String()),
});
export type SyncBoxView = Static<typeof SyncBoxView>;

export const viewOfSyncBox = (home: Home, box: SyncBox): SyncBoxView => ({
  on: box.on,
  brightnessPercent: box.brightnessPercent,
  source: box.source,
  mode: box.mode,
  intensity: box.intensity,
  whenStopped: box.stopAction === "lightsOff" ? "lights-off" : "keep",
  configuration: box.selectedConfiguration,
  area: (box.areaId && home.rooms.get(box.areaId)?.name) ?? null,
});

/** "on 90% hdmi1 video high". */
export const describeSyncBox = ({ on, brightnessPercent, source, mode, intensity }: SyncBoxView): string =>
  on ? `on ${Math.round(brightnessPercent)}% ${source} ${mode} ${intensity}` : "off";
