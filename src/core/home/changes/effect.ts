import { allAtOnce, type Steps } from "../../../shared/steps.ts";
import type { Home } from "../home.ts";
import type { Change, ChangeOf } from "./change.ts";
import { deviceDescribed } from "./effect-of-describing.ts";
import { devicesEdited } from "./effect-of-edits.ts";
import { resourcesMirrored } from "./effect-of-mirroring.ts";
import { roomsOrdered, scenesOrdered } from "./effect-of-ordering.ts";
import {
  deviceAdmitted,
  deviceJoined,
  deviceLeft,
  deviceLinkQualityReported,
  deviceMoved,
  deviceReached,
  deviceRenamed,
  deviceTakenAsLamp,
  deviceUpdated,
  deviceUpdateFound,
} from "./effect-on-devices.ts";
import { homeImported, homeReplaced } from "./effect-on-home.ts";
import { keyAdded, keyRevoked, keyUsed } from "./effect-on-keys.ts";
import { roomAdded, roomNumbered, roomRemoved, roomRenamed, roomTypeChanged } from "./effect-on-rooms.ts";
import { sceneActivated, sceneAdded, sceneChanged, sceneOver, sceneRemoved, sceneSaved } from "./effect-on-scenes.ts";
import { lightChanged, lightsChanged, roomLightsChanged, syncBoxChanged } from "./effect-on-state.ts";
import { Outcomes } from "./outcomes.ts";
import type { Effect, Impossible } from "./replacement.ts";

/** What a change of many resources leads to is worked out in steps. */
type EffectOf<Kind extends Change["kind"]> = (
  home: Home,
  change: ChangeOf<Kind>,
  outcomes: Outcomes,
) => Effect | Steps<Effect>;

const EFFECTS: { readonly [Kind in Change["kind"]]: EffectOf<Kind> } = {
  deviceJoined,
  deviceDescribed,
  deviceLinkQualityReported,
  deviceAdmitted,
  deviceRenamed,
  deviceReached,
  deviceUpdateFound,
  deviceUpdated,
  deviceMoved,
  devicesEdited,
  deviceTakenAsLamp,
  deviceLeft,
  lightChanged,
  lightsChanged,
  roomLightsChanged,
  syncBoxChanged,
  roomAdded,
  roomRenamed,
  roomTypeChanged,
  roomNumbered,
  roomsOrdered,
  roomRemoved,
  sceneAdded,
  sceneChanged,
  sceneSaved,
  scenesOrdered,
  sceneActivated,
  sceneOver,
  sceneRemoved,
  keyAdded,
  keyUsed,
  keyRevoked,
  homeReplaced,
  homeImported,
  resourcesMirrored,
};

/** The replacements that a change leads to, or why the change is impossible. */
export const effectOf = (home: Home, change: Change): Effect => allAtOnce(effectInSteps(home, change));

/** The same in steps, for changes of many resources. What changes meanwhile is not looked for: the caller has to. */
export function* effectInSteps(home: Home, change: Change, outcomes = new Outcomes()): Steps<Effect> {
  const effect = worked(change, home, outcomes);
  return isWorkedOut(effect) ? effect : yield* effect;
}

const worked = <Kind extends Change["kind"]>(change: ChangeOf<Kind>, home: Home, outcomes: Outcomes) =>
  EFFECTS[change.kind as Kind](home, change, outcomes);

const isWorkedOut = (effect: Effect | Steps<Effect>): effect is Effect =>
  typeof effect === "string" || Array.isArray(effect);

/** Why a change is impossible; of commands for many lights that is known before their effect is, of a new home only then. */
export function whyImpossible(home: Home, change: Change): Impossible | undefined {
  switch (change.kind) {
    case "homeReplaced":
    case "homeImported":
      return undefined;
    case "roomLightsChanged":
      return home.rooms.get(change.roomId) ? undefined : "not-found";
    case "sceneActivated":
      return home.scenes.get(change.sceneId) ? undefined : "not-found";
    default: {
      const effect = effectOf(home, change);
      return typeof effect === "string" ? effect : undefined;
    }
  }
}
