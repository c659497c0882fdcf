import type { WireGroupLight } from "../../contract/group-light.ts";
import type { GroupLight } from "../../home/model/group-light.ts";
import { abilitySum } from "./light.ts";
import { brightness, flag } from "./numbers.ts";

/** G86. */
export const wireGroupLight = (group: GroupLight): WireGroupLight => ({
  id: group.id,
  type: "group_light",
  name: group.name,
  parent_id: group.roomId,
  parent_type: "room",
  on: flag(group.on),
  brightness: brightness(group.brightnessPercent),
  ability: abilitySum(group.abilities),
});
