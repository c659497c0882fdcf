import type { WireLight } from "../../core/contract/light.ts";
import type { DeviceId } from "../../core/home/model/ids.ts";
import { wireLight } from "../../core/present/wire/light.ts";
import type { Happening } from "../../edges/backends/simulated/happening.ts";
import { whyNotSimulated } from "../../edges/control/commands/make-happen.ts";
import { findDevice } from "../../edges/control/words/find.ts";
import type { Simulated } from "./inner-gateway.ts";

export function deviceMeant({ home }: Simulated, words: string) {
  const device = findDevice(home, words, { listedBy: "GET /home (in JavaScript: home.devices)" });
  if ("found" in device) return device.found;
  throw new Error(device.refused.join("\n"));
}

/** Lets something happen to a device that a person named. */
export const makeHappenTo = (
  { simulated }: { readonly simulated: Simulated },
  { device }: { readonly device: string },
  happening: (deviceId: DeviceId) => Happening,
): void => makeHappen(simulated, happening(deviceMeant(simulated, device).id));

export function makeHappen({ home, simulation }: Simulated, happening: Happening): void {
  const outcome = simulation.happen(happening);
  if (outcome !== "done") throw new Error(whyNotSimulated(home, happening));
}

/** What the lamps of a device truly are, whatever the gateway shows. */
export const actualLights = ({ simulation }: Simulated, id: DeviceId): readonly WireLight[] =>
  simulation
    .actualStates()
    .filter(({ device }) => device.id === id)
    .flatMap(({ lights }) => lights.map(wireLight));
