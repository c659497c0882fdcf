import { type Static, Type } from "typebox";
import { nothingSent } from "../../backends/nothing-sent.ts";
import type { Change } from "../../home/change.ts";
import type { Device } from "../../home/device.ts";
import type { Light, LightState } from "../../home/light.ts";
import { PRODUCTS } from "../../home/product.ts";
import { lightsOf } from "../../home/select.ts";
import type { SyncBox } from "../../home/sync-box.ts";
import { command, type Outcome, type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { DeviceWords, given, NO_NEWS, Wait, Words } from "../values.ts";
import { DeviceView, viewOfDevice } from "../views/device-view.ts";
import { findDevice } from "../words/find.ts";
import { lightWish } from "../words/light-wish.ts";
import { quoted } from "../words/quoted.ts";
import { syncBoxWish } from "../words/sync-box-wish.ts";
import { askFor, gone } from "./asking.ts";
import { IN_TIME, Obedience } from "./obedience.ts";

/** A device as it is shown now, and whether that is what it says itself. */
const SetView = Type.Object({ ...DeviceView.properties, confirmed: Type.Boolean() });

/** Sets what a device shows, in a person's words: wholly or not at all. Who waits hears whether the device did it. */
export const SET_COMMANDS = {
  set: command({
    given: given({
      device: DeviceWords,
      words: Type.Array(Words, { description: "words such as on, 40%, 2700K" }),
      wait: Wait,
    }),
    news: NO_NEWS,
    result: SetView,
    run: async ({ device: deviceWords, words, wait = false }, controls) => {
      const { home } = controls.gateway;
      const device = findDevice(home, deviceWords);
      if ("refused" in device) return device;
      const { syncBoxId } = device.found;
      const lights = lightsOf(home, device.found);
      const box = syncBoxId === null ? undefined : home.syncBoxes.get(syncBoxId);
      const refusal = unableToSet(device.found, [...lights, ...(box ? [box] : [])], controls);
      if (refusal) return refusal;
      const asked = box ? boxChange(words, box, controls) : lightsChange(words, device.found, lights);
      if ("refused" in asked) return asked;
      const ids = box ? [box.id] : lights.map(({ id }) => id);
      return tellAndHear(controls, { device: device.found, change: asked, ids, wait });
    },
  }),
};

/** Why a device cannot be told anything. */
function unableToSet(
  device: Device,
  parts: readonly (Light | SyncBox)[],
  { backend }: Pick<Controls, "backend">,
): Refused | undefined {
  const { name, admitted, online, product } = device;
  if (parts.length === 0) {
    return refused(`${quoted(name)} is a ${PRODUCTS[product.categoryId].toLowerCase()}: there is nothing to set.`);
  }
  if (!admitted) return refused(`${quoted(name)} is not admitted: luxgate device admit ${quoted(name)}`);
  const unreachable = backend.whyUnreachable(device);
  if (unreachable !== undefined) return refused(nothingSent(unreachable));
  return online ? undefined : refused(`${quoted(name)} cannot be reached at the moment, so nothing was changed.`);
}

function boxChange(words: readonly string[], box: SyncBox, { gateway }: Controls): Change | Refused {
  const asked = syncBoxWish(words, box, gateway.home);
  return "refused" in asked ? asked : { kind: "syncBoxChanged", syncBoxId: box.id, state: asked.wish };
}

/** All lamps of a device are told the same, and it is done only if each of them can do it. */
function lightsChange(words: readonly string[], { id: deviceId }: Device, lights: readonly Light[]): Change | Refused {
  const on = lights.some((light) => light.on);
  let state: Partial<LightState> = {};
  for (const light of lights) {
    const asked = lightWish(words, { ...light, on });
    if ("refused" in asked) return asked;
    state = asked.wish;
  }
  return { kind: "lightsChanged", deviceId, state };
}

interface Telling {
  readonly device: Device;
  readonly change: Change;
  /** Of its lights, or of its sync box. */
  readonly ids: readonly string[];
  readonly wait: boolean;
}

async function tellAndHear(
  controls: Controls,
  { device, change, ids, wait }: Telling,
): Promise<Outcome<Static<typeof SetView>>> {
  const { home } = controls.gateway;
  const obedience = new Obedience(controls);
  const refusal = await askFor(controls, change, { onTold: () => obedience.follow(ids) });
  if (refusal) return refusal;
  const confirmed = wait && (await obedience.disobedient()).length === 0;
  const after = home.devices.get(device.id);
  if (!after) return gone(controls);
  const view = viewOfDevice(home, after);
  if (!wait || confirmed) return { result: { ...view, confirmed } };
  return refused(
    `${quoted(device.name)} was told, but did not confirm it ${IN_TIME}: as far as is known, it is ${view.state}.`,
  );
}
