import type { Wire } from "../../test/support/http/http-client.ts";
import type { Lists } from "./lists.ts";
import type { OperatorRequest } from "./operator-line.ts";

/** The resources that one change touches say different things. */
export class HalfChange extends Error {}

/** A change, and the state after it. */
export interface Step {
  readonly request: OperatorRequest;
  readonly to: string;
}

/** Something that is changed again and again, each time in several resources at once. */
export interface Subject {
  readonly name: string;
  /** Its state, out of every resource that has a part in it; throws a HalfChange when they do not agree. */
  seen(lists: Lists): string;
  /** A change of a state; the count is another one every time. */
  next(state: string, count: number): Step;
}

/** A device that is renamed: its lights or its sync box are called as it is. */
export class NamedDevice implements Subject {
  readonly name: string;
  readonly #id: string;

  constructor(lists: Lists, name: string) {
    this.name = `the name of ${name}`;
    this.#id = idIn(lists.device, name);
  }

  seen({ device, light, sync }: Lists): string {
    const itself = withId(device, this.#id);
    const parts = itself.services.map(({ rid }: Wire) => withId([...light, ...sync], rid));
    return agreed([itself, ...parts].map(({ name }) => name));
  }

  next(_state: string, count: number): Step {
    const to = `Name ${count}`;
    return { request: { command: "device.rename", with: { device: this.#id, name: to } }, to };
  }
}

/** A device that goes from room to room; where a sync box drives the lights, it drives this one's too. */
export class MovedDevice implements Subject {
  readonly name: string;
  readonly #id: string;
  readonly #places = ["Living room", "Bedroom", "none"];
  readonly #drivenIn = "Living room";

  constructor(lists: Lists, name: string) {
    this.name = `the room of ${name}`;
    this.#id = idIn(lists.device, name);
  }

  seen({ device, light, room }: Lists): string {
    const rooms = room.filter(({ children }) => children.some(({ rid }: Wire) => rid === this.#id));
    if (rooms.length > 1) throw new HalfChange(`in ${rooms.length} rooms`);
    const place = rooms[0]?.name ?? "none";
    const driven = withId(light, withId(device, this.#id).services[0].rid).sync_status === 1;
    if (driven !== (place === this.#drivenIn)) throw new HalfChange(`in ${place}, driven: ${driven}`);
    return place;
  }

  next(state: string, count: number): Step {
    const others = this.#places.filter((place) => place !== state);
    const to = others[count % others.length] ?? "none";
    return { request: { command: "device.move", with: { device: this.#id, room: to } }, to };
  }
}

/** A lamp's brightness, in the same resource that a scene of its room changes. */
export class DimmedLamp implements Subject {
  readonly name: string;
  readonly #id: string;
  readonly #lightId: string;

  constructor(lists: Lists, name: string) {
    this.name = `the brightness of ${name}`;
    this.#id = idIn(lists.device, name);
    this.#lightId = withId(lists.device, this.#id).services[0].rid;
  }

  seen({ light }: Lists): string {
    return `${withId(light, this.#lightId).brightness}%`;
  }

  next(_state: string, count: number): Step {
    const to = `${1 + (count % 100)}%`;
    return { request: { command: "set", with: { device: this.#id, words: [to] } }, to };
  }
}

/** A room that comes, gets a device and a scene, and goes with both. */
export class PassingRoom implements Subject {
  readonly name = "a room that comes and goes";
  readonly #deviceId: string;

  constructor(lists: Lists, deviceName: string) {
    this.#deviceId = idIn(lists.device, deviceName);
  }

  seen({ room, scene }: Lists): string {
    const passing = room.filter(({ name }) => name.startsWith("Room "));
    const holding = room.filter(({ children }) => children.some(({ rid }: Wire) => rid === this.#deviceId));
    const scenes = scene.filter(({ name }) => name.startsWith("Scene of Room "));
    const [first] = passing;
    if (passing.length > 1 || holding.length > 1 || scenes.length > 1) throw new HalfChange("more than one");
    if (!first && holding.length + scenes.length > 0) throw new HalfChange("something is left of it");
    if (scenes.some(({ name }) => name !== `Scene of ${first?.name}`)) throw new HalfChange("a scene of another one");
    if (!first) return "none";
    return [first.name, holding.length > 0 ? "device" : "", scenes.length > 0 ? "scene" : ""].join("/");
  }

  next(state: string, count: number): Step {
    const [room = "", device, scene] = state.split("/");
    if (state === "none") {
      return { request: { command: "room.add", with: { name: `Room ${count}` } }, to: `Room ${count}//` };
    }
    if (!device) {
      return { request: { command: "device.move", with: { device: this.#deviceId, room } }, to: `${room}/device/` };
    }
    if (!scene) {
      const name = `Scene of ${room}`;
      return {
        request: { command: "scene.add", with: { room, name, colours: ["2700K"] } },
        to: `${room}/device/scene`,
      };
    }
    return { request: { command: "room.remove", with: { room } }, to: "none" };
  }
}

export function idIn(resources: readonly Wire[], name: string): string {
  return resources.find((resource) => resource.name === name)?.id ?? fail(`there is no ${name}`);
}

export function withId(resources: readonly Wire[], id: string): Wire {
  return resources.find((resource) => resource.id === id) ?? fail(`a reference leads to nothing: ${id}`);
}

/** The one value that all of them are. */
function agreed(values: readonly string[]): string {
  const [first = "", ...others] = new Set(values);
  return others.length === 0 ? first : fail(`both ${first} and ${others.join(", ")}`);
}

function fail(words: string): never {
  throw new HalfChange(words);
}
