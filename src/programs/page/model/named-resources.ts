import { computed, type ReadonlySignal } from "@preact/signals";
import type { HomeModel } from "./home-model.ts";
import { namesAmong } from "./placed-names.ts";

/** A resource as a person knows it. */
export interface NamedResource {
  readonly id: string;
  readonly name: string;
}

type NamesById = ReadonlyMap<string, string>;
type NamesByType = Readonly<Record<string, ReadonlySignal<NamesById>>>;

const known = new WeakMap<HomeModel, NamesByType>();

/** The name of whatever has this id, in any case of letters; with its room where others of its type have the name too. */
export function nameOf(model: HomeModel, id: string): string | undefined {
  for (const names of Object.values(namesIn(model))) {
    const name = names.value.get(id.toUpperCase());
    if (name !== undefined) return name;
  }
  return undefined;
}

/** All resources of a type, by their names; none where there is no such type. */
export function namedResources(model: HomeModel, type: string): readonly NamedResource[] {
  const types = namesIn(model);
  const names = Object.hasOwn(types, type) ? types[type]?.value : undefined;
  const named = [...(names ?? [])].map(([id, name]) => ({ id, name }));
  return named.sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}

function namesIn(model: HomeModel): NamesByType {
  const names = known.get(model) ?? followedNames(model);
  known.set(model, names);
  return names;
}

function followedNames(model: HomeModel): NamesByType {
  const rooms = computed(() => roomNames(model));
  const of = (type: keyof HomeModel["tables"]) =>
    computed(() => {
      const table = model.tables[type];
      const all = table.ids.value.flatMap((id) => {
        const name = table.get(id)?.name.value;
        return name === undefined ? [] : [{ id, name, room: rooms.value.get(id) || null }];
      });
      const callEach = namesAmong(all);
      return new Map(all.map((one) => [one.id, callEach(one)]));
    });
  return {
    device: of("device"),
    light: of("light"),
    sync: of("sync"),
    room: of("room"),
    scene: of("scene"),
    group_light: of("group_light"),
  } satisfies Record<keyof HomeModel["tables"], unknown>;
}

/** By the id of whatever is in a room: its devices, what they provide, and its scenes. */
function roomNames({ rooms, devices, scenes, groupLights }: HomeModel): NamesById {
  const shown = rooms.ids.value.flatMap((id) => rooms.get(id)?.shown.value ?? []);
  const partsOf = (deviceId: string) => devices.get(deviceId)?.shown.value.services.map(({ rid }) => rid) ?? [];
  const inRooms = shown
    .filter(({ room_kind }) => room_kind === 0)
    .flatMap(({ name, children }) =>
      children.flatMap(({ rid }) => [rid, ...partsOf(rid)].map((id) => [id, name] as const)),
    );
  const roomOf = (sceneId: string) => {
    const groupId = scenes.get(sceneId)?.shown.value.parent_id ?? "";
    return rooms.get(groupLights.get(groupId)?.shown.value.parent_id ?? "")?.name.value;
  };
  const ofScenes = scenes.ids.value.map((id) => [id, roomOf(id) ?? ""] as const);
  return new Map([...inRooms, ...ofScenes]);
}
