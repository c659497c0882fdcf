import type { HomeContents } from "../../home/contents.ts";
import { lightsOf } from "../../home/select.ts";
import type { Refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { askFor } from "./asking.ts";

/**
 * One home instead of another. Simulated devices that the new one does not have are sent away; real ones stay where
 * they are, and whoever tells of them tells of them again.
 */
export async function replaceHome(controls: Controls, contents: HomeContents): Promise<Refused | undefined> {
  const { home } = controls.gateway;
  const kept = new Set(contents.devices.map(({ id }) => id));
  const leaving = home.devices
    .all()
    .filter(({ id }) => !kept.has(id))
    .map((device) => ({
      device,
      lights: lightsOf(home, device),
      syncBox: (device.syncBoxId && home.syncBoxes.get(device.syncBoxId)) || null,
    }));
  const refusal = await askFor(controls, { kind: "homeReplaced", contents });
  if (!refusal) for (const leaver of leaving) controls.simulation?.forget({ ...leaver, isForced: false });
  return refusal;
}
