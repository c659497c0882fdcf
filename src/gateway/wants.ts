import { withinAbility } from "../home/ability.ts";
import type { Change } from "../home/change.ts";
import type { Home } from "../home/home.ts";
import type { Light } from "../home/light.ts";
import { lightsOf } from "../home/select.ts";
import type { SyncBox } from "../home/sync-box.ts";
import { toldToDevices } from "./consequences.ts";
import type { Happened } from "./gateway.ts";
import { idOfState, LIGHT_STATE, type StateChange, SYNC_BOX_STATE, wantedBy } from "./wanted.ts";

/** What a light or sync box is to do, and how it was shown before. */
export interface Want {
  readonly wanted: StateChange;
  readonly before: Light | SyncBox;
}

/**
 * Everything that devices are to do because of what happened. What somebody asked for is told them whole, also what is
 * shown so already: who asks again has seen that it was not heard.
 */
export function wantsIn(happened: Happened, home: Home): readonly Want[] {
  const changed = toldToDevices(happened).flatMap((replacement) => {
    const wanted = wantedBy(replacement);
    const isOne = replacement.in === "lights" || replacement.in === "syncBoxes";
    return isOne && wanted && replacement.before ? [{ wanted, before: replacement.before }] : [];
  });
  const asked = happened.asked ? askedOf(happened.asked, home) : [];
  const wants = new Map<string, Want>(asked.map((want) => [idOfState(want.wanted), want]));
  for (const { wanted, before } of changed) {
    const whole = wants.get(idOfState(wanted))?.wanted.state;
    wants.set(idOfState(wanted), {
      wanted: { ...wanted, state: { ...whole, ...wanted.state } } as StateChange,
      before,
    });
  }
  return [...wants.values()];
}

/** What is asked of each light or sync box, as the home shows it by now. */
function askedOf(change: Change, home: Home): readonly Want[] {
  switch (change.kind) {
    case "lightChanged":
      return wantsOf(home.lights.get(change.lightId), change.state);
    case "lightsChanged": {
      const device = home.devices.get(change.deviceId);
      return device
        ? lightsOf(home, device).flatMap((light) => wantsOf(light, withinAbility(change.state, light)))
        : [];
    }
    case "syncBoxChanged": {
      const box = home.syncBoxes.get(change.syncBoxId);
      const state = box && picked(box, SYNC_BOX_STATE, change.state);
      return box && state ? [{ wanted: { kind: "syncBoxChanged", syncBoxId: box.id, state }, before: box }] : [];
    }
    default:
      return [];
  }
}

function wantsOf(light: Light | undefined, asked: object): readonly Want[] {
  const state = light && picked(light, LIGHT_STATE, asked);
  return light && state ? [{ wanted: { kind: "lightChanged", lightId: light.id, state }, before: light }] : [];
}

const picked = <State extends object, Key extends keyof State>(state: State, keys: readonly Key[], asked: object) =>
  Object.fromEntries(keys.filter((key) => Object.hasOwn(asked, key)).map((key) => [key, state[key]])) as Partial<
    Pick<State, Key>
  >;
