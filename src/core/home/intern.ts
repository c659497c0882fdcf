import type { HomeContents } from "./model/contents.ts";
import type { Device } from "./model/device.ts";
import type { Light } from "./model/light.ts";
import type { Room } from "./model/room.ts";

/**
 * A home in which equal parts are one object (interning), to save memory: thousands of lamps are of a few models, each id
 * also stands in a room and a device, and what is parsed from a file has a copy of each.
 */
export function interned(contents: HomeContents): HomeContents {
  const shared = new Interner();
  return {
    ...contents,
    devices: contents.devices.map(shared.device),
    lights: contents.lights.map(shared.light),
    rooms: contents.rooms.map(shared.room),
  };
}

/** The fields of a resource that are objects: a new one does not compile until it is shared, or left as it is. */
type ObjectFields<Resource> = {
  [Field in keyof Resource as Exclude<Resource[Field], string | number | boolean | null | undefined> extends never
    ? never
    : Field]: Resource[Field];
};

class Interner {
  readonly #parts = new Map<string, object>();
  readonly #texts = new Map<string, string>();

  readonly device = (device: Device): Device => ({
    ...device,
    id: this.#text(device.id),
    ...({
      product: this.#part(device.product),
      zigbee: device.zigbee,
      lightIds: device.lightIds.map((id) => this.#text(id)),
    } satisfies ObjectFields<Device>),
  });

  readonly light = (light: Light): Light => ({
    ...light,
    id: this.#text(light.id),
    deviceId: this.#text(light.deviceId),
    ...({
      abilities: this.#part(light.abilities),
      colour: light.colour,
      powerOn: this.#part(light.powerOn),
    } satisfies ObjectFields<Light>),
  });

  readonly room = (room: Room): Room =>
    room.kind === "normal" ? { ...room, deviceIds: room.deviceIds.map((id) => this.#text(id)) } : room;

  #part<Part extends object>(part: Part): Part {
    return this.#known(this.#parts, JSON.stringify(part), part) as Part;
  }

  #text<Text extends string>(text: Text): Text {
    return this.#known(this.#texts, text, text) as Text;
  }

  #known<Value>(values: Map<string, Value>, key: string, value: Value): Value {
    const known = values.get(key);
    if (known === undefined) values.set(key, value);
    return known ?? value;
  }
}
