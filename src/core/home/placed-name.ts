import type { ReadableCollection } from "./collection.ts";
import type { Home } from "./home.ts";
import { cleanName, quotedName } from "./model/name.ts";
import type { ResourceKinds } from "./model/resource-kinds.ts";
import type { NamedKind } from "./name-index.ts";
import { normalRoomOf } from "./select.ts";

/** The kinds whose names may be the same in several rooms. */
type PlacedKind = Exclude<NamedKind, "rooms">;

const ROOMS: {
  readonly [Kind in PlacedKind]: (home: Home, resource: ResourceKinds[Kind]) => { readonly name: string } | undefined;
} = {
  devices: (home, { id }) => normalRoomOf(home, id),
  lights: (home, { deviceId }) => normalRoomOf(home, deviceId),
  syncBoxes: (home, { deviceId }) => normalRoomOf(home, deviceId),
  scenes: (home, { roomId }) => home.rooms.get(roomId),
};

/** `"Porch"`, or `"Lamp 1" (Kitchen)` where another of the kind has the same name; the id of what is gone. */
export function placedName<Kind extends PlacedKind>(home: Home, kind: Kind, id: ResourceKinds[Kind]["id"]): string {
  const resource = (home[kind] as ReadableCollection<ResourceKinds[Kind]>).get(id);
  if (!resource) return quotedName(id);
  const room = home.countNamed(kind, resource.name) > 1 ? ROOMS[kind](home, resource) : undefined;
  return room ? `${quotedName(resource.name)} (${cleanName(room.name)})` : quotedName(resource.name);
}
