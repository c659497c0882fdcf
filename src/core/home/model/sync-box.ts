import type { Xy } from "./colour.ts";
import type { DeviceId, RoomId, SyncBoxId } from "./ids.ts";

/** One colour of a configuration, at a place on the screen. */
export interface SyncColour {
  readonly point: Xy;
  readonly positionX: number;
  readonly positionY: number;
}

type SyncColours = readonly SyncColour[];

export interface SyncBoxState {
  readonly on: boolean;
  readonly brightnessPercent: number;
  readonly source: "hdmi1" | "hdmi2";
  readonly mode: "video" | "music" | "game";
  readonly intensity: "low" | "medium" | "high" | "highest";
  readonly stopAction: "keep" | "lightsOff";
  readonly selectedConfiguration: 1 | 2 | 3 | 4;
  readonly configurations: readonly [SyncColours, SyncColours, SyncColours, SyncColours];
  /** The room whose lights it drives; a sync area is a room here (G18). */
  readonly areaId: RoomId | null;
}

/** A box that drives lights from a video or music source. */
export interface SyncBox extends SyncBoxState {
  readonly id: SyncBoxId;
  readonly deviceId: DeviceId;
  readonly name: string;
}

/** The colours a box comes with, as fractions of 65535. */
const FACTORY_COLOURS = [
  [
    [39914, 20037],
    [35106, 23392],
    [30699, 25918],
    [26911, 28294],
    [21508, 33694],
  ],
  [
    [22549, 20601],
    [26568, 23298],
    [18270, 21550],
    [9864, 16510],
  ],
  [
    [14023, 17723],
    [17431, 21480],
    [20999, 26121],
  ],
  [
    [9672, 6607],
    [37190, 23165],
  ],
] as const;

const syncColours = (colours: readonly (readonly [number, number])[]): SyncColours =>
  colours.map(([x, y]) => ({ point: { x: x / 65535, y: y / 65535 }, positionX: 0, positionY: 0 }));

export const DEFAULT_SYNC_COLOURS: SyncBoxState["configurations"] = [
  syncColours(FACTORY_COLOURS[0]),
  syncColours(FACTORY_COLOURS[1]),
  syncColours(FACTORY_COLOURS[2]),
  syncColours(FACTORY_COLOURS[3]),
];

/** A sync box of which nothing else is known. */
export const DEFAULT_SYNC_BOX_STATE: SyncBoxState = {
  on: false,
  brightnessPercent: 100,
  source: "hdmi1",
  mode: "video",
  intensity: "medium",
  stopAction: "keep",
  selectedConfiguration: 1,
  configurations: DEFAULT_SYNC_COLOURS,
  areaId: null,
};

/** Every field of a state. */
export const SYNC_BOX_STATE = Object.keys(DEFAULT_SYNC_BOX_STATE) as readonly (keyof SyncBoxState)[];
