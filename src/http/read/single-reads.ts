import type { OneName } from "../../contract/operations.ts";
import { idFrom } from "../../home/model/ids.ts";
import { devicesWith, LIGHTS, type Presenting, scenesAt, syncBoxesOf } from "../../present/presenting.ts";
import type { View } from "./lists.ts";
import type { QueryOf } from "./parse-query.ts";

/** A resource that was found, with what its JSON follows from. */
interface Found {
  readonly madeFrom: readonly unknown[];
  readonly text: () => string | undefined;
}

/** Those that are small in every home: a room may hold all of its devices. */
export type SmallOneName = Exclude<OneName, "getRoom">;

type One<Name extends SmallOneName> = (view: View, id: string, query: QueryOf<Name>) => Found | undefined;

/** The one resource that each single read of the contract finds, if there is one. */
export const ONES: { readonly [Name in SmallOneName]: One<Name> } = {
  getDevice: ({ home }, id, query) =>
    found(
      home.devices.get(idFrom(id)),
      devicesWith(home, { lights: query.ext_light, room: query.ext_room, zigbee: query.ext_zigbee }),
    ),
  getLight: ({ home }, id) => found(home.lights.get(idFrom(id)), LIGHTS),
  getSyncBox: ({ home }, id) => found(home.syncBoxes.get(idFrom(id)), syncBoxesOf(home)),
  getScene: ({ home, origin }, id) => found(home.scenes.get(idFrom(id)), scenesAt(home, origin)),
};

const found = <Resource>(resource: Resource | undefined, presenting: Presenting<Resource>): Found | undefined =>
  resource && {
    madeFrom: presenting.follows ? [resource, ...presenting.follows(resource)] : [resource],
    text: () => presenting.present(resource),
  };
