import type { WireSync } from "../../../libraries/client/types.ts";
import { namesAndMore } from "../parts/names-and-more.ts";
import type { HomeModel } from "./home-model.ts";
import { isAbleTo } from "./lamp-look.ts";

const MOST_NAMED = 10;

/** Which lamps a sync box controls: those of its room that have colours. */
export function syncedLampsWords(model: HomeModel, { area_id, area_name }: WireSync): string {
  if (area_id === "") return "Controls no room.";
  const names = model.membersIn(area_id).value.lamps.flatMap(({ id, deviceId }) => {
    const light = model.lights.get(id)?.shown.value;
    return light && isAbleTo(light, "colour") ? [light.name || model.devices.get(deviceId)?.name.value || "Lamp"] : [];
  });
  return names.length === 0
    ? `Controls ${area_name}, which has no colour lamps.`
    : `Controls ${namesAndMore(names, MOST_NAMED)} in ${area_name}.`;
}
