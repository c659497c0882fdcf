import type { Replacement } from "../home/replacement.ts";
import type { Happened } from "./gateway.ts";

/**
 * What devices are to be told of what happened: whatever was asked for or taken back. What a device reports it knows
 * itself; but lamps that go off because a sync box was turned off have yet to hear of it.
 */
export const toldToDevices = ({ replacements, because }: Happened): readonly Replacement[] => {
  if (because !== "reported") return replacements;
  return replacements.some(isChangedBox) ? replacements.filter(({ in: name }) => name === "lights") : [];
};

const isChangedBox = ({ in: name, before, after }: Replacement): boolean =>
  name === "syncBoxes" && before !== undefined && after !== undefined;
