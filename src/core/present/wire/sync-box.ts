import type { WireSync, WireSyncColour } from "../../contract/sync.ts";
import type { Room } from "../../home/model/room.ts";
import type { SyncBox, SyncColour } from "../../home/model/sync-box.ts";
import { brightness, chartPoint, flag, within } from "./numbers.ts";

const SOURCES = { hdmi1: 0, hdmi2: 1 } as const;
const MODES = { video: 0, music: 1, game: 2 } as const;
const FREQUENCIES = { low: 0, medium: 1, high: 2, highest: 3 } as const;
const STOP_ACTIONS = { keep: 0, lightsOff: 2 } as const;

/** Spec §2.4. */
export function wireSync(box: SyncBox, area: Room | undefined): Required<WireSync> {
  const [first, second, third, fourth] = box.configurations;
  return {
    id: box.id,
    type: "sync",
    name: box.name,
    ability: 0,
    on: flag(box.on),
    brightness: brightness(box.brightnessPercent),
    source: SOURCES[box.source],
    mode: MODES[box.mode],
    frequency: FREQUENCIES[box.intensity],
    stop_action: STOP_ACTIONS[box.stopAction],
    color_config: box.selectedConfiguration,
    color_config_1: first.map(wireColour),
    color_config_2: second.map(wireColour),
    color_config_3: third.map(wireColour),
    color_config_4: fourth.map(wireColour),
    area_id: area?.id ?? "",
    area_name: area?.name ?? "",
  };
}

const wireColour = ({ point, positionX, positionY }: SyncColour): WireSyncColour => ({
  ...chartPoint(point),
  position_x: within(positionX, -65535, 65535),
  position_y: within(positionY, -65535, 65535),
});
