import type { Static } from "typebox";
import type { WIRE_SCHEMAS } from "./resources.ts";

export type WireType = keyof typeof WIRE_SCHEMAS;

/** The resources that events are about, by the `type` that each bears. */
export type WireResources = { readonly [Type in WireType]: Static<(typeof WIRE_SCHEMAS)[Type]> };

const ALL_TYPES: Readonly<Record<WireType, true>> = {
  device: true,
  light: true,
  sync: true,
  room: true,
  scene: true,
  group_light: true,
};

/** In the order in which lists of all resources have them. Clients bundle this, so it brings no declaration along. */
export const WIRE_TYPES = Object.keys(ALL_TYPES) as readonly WireType[];

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
 * One change of one resource, with the fields that the reads have. A scene's `picture_url` is a path here: whoever
 * passes the event on knows under which address the client reaches us.
 */
export type WireEvent = { [Type in WireType]: EventOf<Type> }[WireType];
