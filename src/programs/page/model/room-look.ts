import { hexFromRgb } from "../../../core/home/model/colour.ts";
import { dotted } from "./dotted.ts";
import type { HomeModel } from "./home-model.ts";
import { coloursOf } from "./lamp-look.ts";
import type { Member } from "./room-members.ts";

/** More colours than these are no longer told apart. */
const MOST_COLOURS = 6;

/** The lamps of a room that give light. */
function litIn(model: HomeModel, roomId: string): readonly Member[] {
  const isLit = ({ id, deviceId }: Member) =>
    model.lights.get(id)?.shown.value.on === 1 && model.devices.get(deviceId)?.shown.value.online === 1;
  return model.membersIn(roomId).value.lamps.filter(isLit);
}

/** The lamps of a room that cannot be reached. */
export const offlineIn = (model: HomeModel, roomId: string): readonly Member[] =>
  model.membersIn(roomId).value.lamps.filter((lamp) => !isOnline(model, lamp));

const isOnline = (model: HomeModel, { deviceId }: Member): boolean =>
  model.devices.get(deviceId)?.shown.value.online === 1;

/** "2 of 3 on · 1 offline · sync box on", or without those that are offline. */
export function lampCountIn(model: HomeModel, roomId: string, { withOffline = true } = {}): string {
  const { lamps, syncBoxes } = model.membersIn(roomId).value;
  const offline = withOffline ? offlineIn(model, roomId).length : 0;
  const lit = litIn(model, roomId).length;
  if (lamps.length + syncBoxes.length === 0) return "no lamps";
  return dotted([
    ...(lamps.length === 0
      ? []
      : [lit === 0 ? "all off" : lit === lamps.length ? "all on" : `${lit} of ${lamps.length} on`]),
    ...(offline === 0 ? [] : [`${offline} offline`]),
    // Lamps that are off say nothing of it.
    ...(lit > 0 ? [] : boxesOnWords(model, syncBoxes)),
  ]);
}

function boxesOnWords(model: HomeModel, syncBoxes: readonly Member[]): readonly string[] {
  const on = syncBoxes.filter((box) => isOnline(model, box) && model.syncBoxes.get(box.id)?.shown.value.on === 1);
  return on.length === 0 ? [] : [on.length === 1 ? "sync box on" : `${on.length} sync boxes on`];
}

/** The colours of all that is lit in a room, one into the other; nothing for a dark room. */
export function lightOf(model: HomeModel, roomId: string): string | undefined {
  const shown = litIn(model, roomId).flatMap(({ id }) => {
    const light = model.lights.get(id)?.shown.value;
    return light ? [coloursOf(light)] : [];
  });
  // One of each lamp, or all segments of the only one.
  const colours = new Set((shown.length === 1 ? shown : shown.map((one) => one.slice(0, 1))).flat().map(hexFromRgb));
  const [first, ...others] = [...colours].slice(0, MOST_COLOURS);
  if (first === undefined || others.length === 0) return first;
  return `linear-gradient(135deg, ${[first, ...others].join(", ")})`;
}
