import type { Home } from "../../../../core/home/home.ts";
import type { Device } from "../../../../core/home/model/device.ts";
import { devicesIn } from "../../../../core/home/select.ts";
import { nearestWord } from "../../../../shared/nearest-word.ts";

/** The devices that a script may name; they are sorted once, however many steps there are. */
export class DeviceWords {
  readonly #bySerial = new Map<string, Device>();
  readonly #byName = new Map<string, Device[]>();
  readonly #names: string[] = [];
  readonly #home: Home;

  constructor(home: Home) {
    this.#home = home;
    for (const device of home.devices.all()) {
      if (device.id === home.gateway?.id) continue;
      const [serial, name] = [device.serialNumber.toUpperCase(), device.name.toUpperCase()];
      if (!this.#bySerial.has(serial)) this.#bySerial.set(serial, device);
      const named = this.#byName.get(name);
      if (named) named.push(device);
      else this.#byName.set(name, [device]);
      this.#names.push(device.name);
    }
  }

  /** The device that a person means by a name or a serial number, in any case; or what would have been right. */
  meant(words: string): Device | { readonly expected: string } {
    const bySerial = this.#bySerial.get(words.toUpperCase());
    if (bySerial) return bySerial;
    const [named, ...more] = this.#byName.get(words.toUpperCase()) ?? [];
    if (named && more.length === 0) return named;
    if (named) return { expected: `one of the serial numbers ${serials([named, ...more])}: several have this name` };
    const meant = nearestWord(words, this.#names);
    const hint = insteadOf(this.#home, words) ?? (meant === undefined ? "" : `; did you mean "${meant}"?`);
    return { expected: `the name or the serial number of a device of this home${hint}` };
  }
}

/** A hint where the words name a room or a scene. */
function insteadOf(home: Home, words: string): string | undefined {
  const upper = words.toUpperCase();
  const room = home.rooms.all().find(({ name }) => name.toUpperCase() === upper);
  const inside = devicesIn(home, room).map(({ name }) => `"${name}"`);
  if (room) return `; "${room.name}" is a room${inside.length === 0 ? "" : `, with ${inside.join("; ")}`}`;
  const scene = home.scenes.all().find(({ name }) => name.toUpperCase() === upper);
  return scene && `; "${scene.name}" is a scene`;
}

const serials = (devices: readonly Device[]): string => devices.map(({ serialNumber }) => serialNumber).join(", ");
