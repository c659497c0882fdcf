import type { WireDevice } from "./device.ts";
import type { WireLight } from "./light.ts";
import type { WireRoom } from "./room.ts";
import type { WireScene } from "./scene.ts";
import type { WireSync } from "./sync.ts";

/** The resources that events are about, by the `type` that each bears. */
export interface WireResources {
  readonly device: WireDevice;
  readonly light: WireLight;
  readonly sync: WireSync;
  readonly room: WireRoom;
  readonly scene: WireScene;
}
export type WireType = keyof WireResources;

type EventOf<Type extends WireType> =
  | { readonly action: "add"; readonly type: Type; readonly item: WireResources[Type] }
  | { readonly action: "remove"; readonly type: Type; readonly item: { readonly id: string; readonly type: Type } }
  | { readonly action: "update"; readonly type: Type; readonly item: WireUpdate<Type> };

/** Only what changed; a light names its device too. */
interface WireUpdate<Type extends WireType> {
  readonly id: string;
  readonly device_id?: string;
  readonly value: Readonly<Partial<WireResources[Type]>>;
}

/**
 * One thing that happened to one resource, spelt as the reads spell it. A scene's `picture_url` is a path here: whoever
 * passes the event on knows under which address the client reaches us.
 */
export type WireEvent = { [Type in WireType]: EventOf<Type> }[WireType];
