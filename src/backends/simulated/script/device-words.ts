import type { Device } from "../../../home/device.ts";
import type { Home } from "../../../home/home.ts";
import { devicesIn } from "../../../home/select.ts";
import { nearestWord } from "../../../home-file/nearest-word.ts";

/** The device that a person means by a name or a serial number, in any case; or what would have been right. */
export function deviceMeant(home: Home, words: string): Device | { readonly expected: string } {
  const wanted = words.toUpperCase();
  const devices = home.devices.all().filter(({ id }) => id !== home.gateway?.id);
  const bySerial = devices.find(({ serialNumber }) => serialNumber.toUpperCase() === wanted);
  const [named, ...more] = devices.filter(({ name }) => name.toUpperCase() === wanted);
  if (bySerial) return bySerial;
  if (named && more.length === 0) return named;
  if (named) return { expected: `one of the serial numbers ${serials([named, ...more])}: several have this name` };
  const names = devices.map(({ name }) => name);
  const meant = nearestWord(words, names);
  const hint = insteadOf(home, wanted) ?? (meant === undefined ? "" : `; did you mean "${meant}"?`);
  return { expected: `the name or the serial number of a device of this home${hint}` };
}

/** What the words name that are no device's. */
function insteadOf(home: Home, wanted: string): string | undefined {
  const room = home.rooms.all().find(({ name }) => name.toUpperCase() === wanted);
  const inside = devicesIn(home, room).map(({ name }) => `"${name}"`);
  if (room) return `; "${room.name}" is a room${inside.length === 0 ? "" : `, with ${inside.join("; ")}`}`;
  const scene = home.scenes.all().find(({ name }) => name.toUpperCase() === wanted);
  return scene && `; "${scene.name}" is a scene`;
}

const serials = (devices: readonly Device[]): string => devices.map(({ serialNumber }) => serialNumber).join(", ");
