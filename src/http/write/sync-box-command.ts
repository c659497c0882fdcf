import type { WireSyncCommand } from "../../contract/commands.ts";
import type { SyncBox, SyncBoxState, SyncColour } from "../../home/model/sync-box.ts";
import { brightnessFromWire, onFromWire, pointFromWire } from "./command-values.ts";

const SOURCES = { 0: "hdmi1", 1: "hdmi2" } as const;
const MODES = { 0: "video", 1: "music", 2: "game" } as const;
const INTENSITIES = { 0: "low", 1: "medium", 2: "high", 3: "highest" } as const;
const STOP_ACTIONS = { 0: "keep", 2: "lightsOff" } as const;

type WishedColours = NonNullable<WireSyncCommand["color_config_1"]>;

/** What a wish comes to for a sync box (G54). */
export const syncBoxWish = (wish: WireSyncCommand, box: SyncBox): Partial<SyncBoxState> => ({
  ...(wish.on === undefined ? {} : { on: onFromWire(wish.on) }),
  ...(wish.brightness === undefined ? {} : { brightnessPercent: brightnessFromWire(wish.brightness) }),
  ...(wish.source === undefined ? {} : { source: SOURCES[wish.source] }),
  ...(wish.mode === undefined ? {} : { mode: MODES[wish.mode] }),
  ...(wish.frequency === undefined ? {} : { intensity: INTENSITIES[wish.frequency] }),
  ...(wish.stop_action === undefined ? {} : { stopAction: STOP_ACTIONS[wish.stop_action] }),
  ...(wish.color_config === undefined ? {} : { selectedConfiguration: wish.color_config }),
  ...configurationsOf(wish, box),
});

/** The ones that are not wished for stay as they are. */
function configurationsOf(wish: WireSyncCommand, box: SyncBox): Pick<Partial<SyncBoxState>, "configurations"> {
  const wished = [wish.color_config_1, wish.color_config_2, wish.color_config_3, wish.color_config_4] as const;
  if (wished.every((colours) => colours === undefined)) return {};
  const [first, second, third, fourth] = box.configurations;
  return {
    configurations: [
      wished[0]?.map(colourFromWire) ?? first,
      wished[1]?.map(colourFromWire) ?? second,
      wished[2]?.map(colourFromWire) ?? third,
      wished[3]?.map(colourFromWire) ?? fourth,
    ],
  };
}

const colourFromWire = ({ position_x = 0, position_y = 0, ...point }: WishedColours[number]): SyncColour => ({
  point: pointFromWire(point),
  positionX: position_x,
  positionY: position_y,
});
