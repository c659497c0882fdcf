import type { Home } from "../home.ts";
import type { Id } from "../model/ids.ts";
import type { ChangeOf } from "./change.ts";
import { type Effect, patched, replaced } from "./replacement.ts";

export function roomsOrdered(home: Home, { roomIds }: ChangeOf<"roomsOrdered">): Effect {
  const rooms = home.rooms.all().filter(({ kind }) => kind === "normal");
  const numbered = inNewOrder(rooms, roomIds);
  if (!numbered) return "not-allowed";
  return numbered.flatMap(({ resource: before, sequence }) =>
    replaced({ in: "rooms", before, after: patched(before, { sequence }) }),
  );
}

export function scenesOrdered(home: Home, { roomId, sceneIds }: ChangeOf<"scenesOrdered">): Effect {
  if (!home.rooms.get(roomId)) return "not-found";
  const numbered = inNewOrder(home.scenesIn(roomId), sceneIds);
  if (!numbered) return "not-allowed";
  return numbered.flatMap(({ resource: before, sequence }) =>
    replaced({ in: "scenes", before, after: patched(before, { sequence }) }),
  );
}

interface Numbered {
  readonly id: Id<string>;
  readonly sequence: number;
}

/** The numbers that they have, given out anew; undefined unless each of them is named once. */
function inNewOrder<Resource extends Numbered>(
  resources: readonly Resource[],
  ids: readonly Resource["id"][],
): readonly { readonly resource: Resource; readonly sequence: number }[] | undefined {
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const sequences = resources.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
  const numbered = ids.flatMap((id, at) => {
    const [resource, sequence] = [byId.get(id), sequences[at]];
    byId.delete(id);
    return resource && sequence !== undefined ? [{ resource, sequence }] : [];
  });
  return numbered.length === ids.length && byId.size === 0 ? numbered : undefined;
}
