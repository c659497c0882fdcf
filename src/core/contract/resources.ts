import type { TObject } from "typebox";
import { WireDevice } from "./device.ts";
import { WireGroupLight } from "./group-light.ts";
import { WireLight } from "./light.ts";
import { WireRoom } from "./room.ts";
import { WireScene } from "./scene.ts";
import { WireSync } from "./sync.ts";

/** The declaration of every resource that clients follow, by the `type` that each bears. */
export const WIRE_SCHEMAS = {
  device: WireDevice,
  light: WireLight,
  sync: WireSync,
  room: WireRoom,
  scene: WireScene,
  group_light: WireGroupLight,
} as const satisfies Readonly<Record<string, TObject>>;
