import type { Home } from "../../../core/home/home.ts";
import { nearestWord } from "../../../shared/nearest-word.ts";

/** A line for each name that is to be offered and that neither a room nor a device has. */
export function linesAboutUnknown(names: readonly string[], home: Home): readonly string[] {
  const known = [...home.rooms.all(), ...home.devices.all()];
  const words = new Set(known.flatMap(({ id, name }) => [id.toLowerCase(), name.toLowerCase()]));
  return names
    .filter((name) => !words.has(name.toLowerCase()))
    .map((name) => {
      const meant = nearestWord(
        name,
        known.map((one) => one.name),
      );
      const hint = meant === undefined ? "." : `; did you mean "${meant}"?`;
      return `--matter-only: no room or device is called "${name}"${hint}`;
    });
}
