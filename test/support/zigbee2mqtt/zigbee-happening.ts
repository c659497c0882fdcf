/** What can happen in a home with Zigbee2MQTT; devices, groups and scenes are numbered. */
export type Happening =
  | { readonly kind: "listed"; readonly device: number; readonly name: string }
  | { readonly kind: "unlisted"; readonly device: number }
  | { readonly kind: "grouped"; readonly group: number; readonly name: string; readonly members: readonly number[] }
  | { readonly kind: "ungrouped"; readonly group: number }
  | { readonly kind: "scenes"; readonly group: number; readonly scenes: readonly number[] }
  | { readonly kind: "brokenList"; readonly topic: "bridge/devices" | "bridge/groups"; readonly length: number }
  | { readonly kind: "shown"; readonly device: number; readonly look: Look; readonly isPartly: boolean }
  | { readonly kind: "available"; readonly device: number; readonly isOnline: boolean }
  | { readonly kind: "recalled"; readonly group: number; readonly scene: number }
  | { readonly kind: "announced"; readonly device: number }
  | { readonly kind: "running"; readonly isRunning: boolean };

export interface Look {
  readonly on: boolean;
  readonly brightness: number;
  readonly mired: number;
}

/** All properties that any of these devices may report. */
export function stateOf({ on, brightness, mired }: Look) {
  const white = { color_mode: "color_temp", color_temp: mired };
  const second = { color_mode_l1: "color_temp", color_temp_l1: mired, state_l1: on ? "ON" : "OFF", state_l2: "OFF" };
  const levels = { brightness, brightness_l1: brightness, brightness_l2: brightness };
  return { state: on ? "ON" : "OFF", ...levels, ...white, ...second, linkquality: 77, power_on_behavior: "on" };
}
