declare const kind: unique symbol;

/** A resource's identifier; the brand keeps a room's id from being taken for a light's. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

export type DeviceId = Id<"device">;
export type LightId = Id<"light">;
export type SyncBoxId = Id<"sync-box">;
export type RoomId = Id<"room">;
export type GroupLightId = Id<"group-light">;
export type SceneId = Id<"scene">;
export type AccessKeyId = Id<"access-key">;
export type PictureId = Id<"picture">;

/** Identifiers are kept in upper case, so that look-ups can ignore case (G3). */
export const idFrom = <SomeId extends Id<string>>(text: string): SomeId => text.toUpperCase() as SomeId;
