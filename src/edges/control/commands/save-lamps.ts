import type { Home } from "../../../core/home/home.ts";
import type { Room } from "../../../core/home/model/room.ts";
import { sampleOf, savedLamp } from "../../../core/home/model/saved-lamps.ts";
import { type SavedLamp, type Scene, savedLampOf } from "../../../core/home/model/scene.ts";
import { devicesIn, lightsOf } from "../../../core/home/select.ts";
import { type Refused, refused } from "../command.ts";
import { quoted } from "../words/quoted.ts";

/** What the scenes of a home save altogether: a scene of a large house saves thousands of lamps. */
const MOST_SAVED = 100_000;

interface SavedRoom {
  readonly lamps: readonly SavedLamp[];
  readonly colours: readonly number[];
  /** The names of devices that cannot be reached: nobody knows how their lamps are. */
  readonly unreached: readonly string[];
}

/** The lamps of a room as they are now. Those that cannot be reached stay as an earlier scene has them. */
export function lampsAsTheyAre(home: Home, room: Room, earlier?: Scene): SavedRoom | Refused {
  const devices = devicesIn(home, room).filter(({ lightIds }) => lightIds.length > 0);
  if (devices.length === 0) {
    return refused(`${quoted(room.name)} has no lamps to save. Move lamps into it, or give 1 to 5 colours.`);
  }
  const unreached = devices.filter(({ online }) => !online).map(({ name }) => name);
  if (unreached.length === devices.length) {
    const names = unreached.map(quoted).join(", ");
    return refused(`All of its lamps are offline, so their state is unknown and nothing was saved: ${names}.`);
  }
  const lamps = devices.flatMap((device) =>
    lightsOf(home, device).flatMap((light) => {
      const before = earlier && savedLampOf(earlier, light.id);
      return device.online ? [savedLamp(light)] : before ? [before] : [];
    }),
  );
  if (lamps.length + savedBeside(home, earlier) > MOST_SAVED) {
    return refused(`The scenes of a home save at most ${MOST_SAVED} lamps in total. Remove a scene first.`);
  }
  return { lamps, colours: sampleOf(lamps), unreached };
}

const savedBeside = (home: Home, scene: Scene | undefined): number =>
  home.scenes.all().reduce((sum, { id, lamps = [] }) => sum + (id === scene?.id ? 0 : lamps.length), 0);
