import { allAtOnce, type Steps } from "../../../shared/steps.ts";
import type { Home } from "../home.ts";
import type { Change } from "./change.ts";
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
import { homeReplaced } from "./effect-on-home.ts";
import { keyAdded, keyRevoked, keyUsed } from "./effect-on-keys.ts";
import { roomAdded, roomNumbered, roomRemoved, roomRenamed, roomTypeChanged } from "./effect-on-rooms.ts";
import { sceneActivated, sceneAdded, sceneChanged, sceneOver, sceneRemoved, sceneSaved } from "./effect-on-scenes.ts";
import { lightChanged, lightsChanged, roomLightsChanged, syncBoxChanged } from "./effect-on-state.ts";
import { Outcomes } from "./outcomes.ts";
import type { Effect, Impossible } from "./replacement.ts";

/** The replacements that a change leads to, or why the change is impossible. */
export function effectOf(home: Home, change: Change): Effect {
  switch (change.kind) {
    case "devicesEdited":
    case "homeReplaced":
    case "roomLightsChanged":
    case "sceneActivated":
      return allAtOnce(effectInSteps(home, change));
    case "deviceJoined":
      return deviceJoined(home, change);
    case "deviceDescribed":
      return deviceDescribed(home, change);
    case "deviceLinkQualityReported":
      return deviceLinkQualityReported(home, change);
    case "deviceAdmitted":
      return deviceAdmitted(home, change);
    case "deviceRenamed":
      return deviceRenamed(home, change);
    case "deviceReached":
      return deviceReached(home, change);
    case "deviceUpdateFound":
      return deviceUpdateFound(home, change);
    case "deviceUpdated":
      return deviceUpdated(home, change);
    case "deviceMoved":
      return deviceMoved(home, change);
    case "deviceTakenAsLamp":
      return deviceTakenAsLamp(home, change);
    case "deviceLeft":
      return deviceLeft(home, change);
    case "lightChanged":
      return lightChanged(home, change);
    case "lightsChanged":
      return lightsChanged(home, change);
    case "syncBoxChanged":
      return syncBoxChanged(home, change);
    case "roomAdded":
      return roomAdded(home, change);
    case "roomRenamed":
      return roomRenamed(home, change);
    case "roomTypeChanged":
      return roomTypeChanged(home, change);
    case "roomNumbered":
      return roomNumbered(home, change);
    case "roomsOrdered":
      return roomsOrdered(home, change);
    case "roomRemoved":
      return roomRemoved(home, change);
    case "sceneAdded":
      return sceneAdded(home, change);
    case "sceneChanged":
      return sceneChanged(home, change);
    case "sceneSaved":
      return sceneSaved(home, change);
    case "scenesOrdered":
      return scenesOrdered(home, change);
    case "sceneOver":
      return sceneOver(home, change);
    case "sceneRemoved":
      return sceneRemoved(home, change);
    case "keyAdded":
      return keyAdded(home, change);
    case "keyUsed":
      return keyUsed(home, change);
    case "keyRevoked":
      return keyRevoked(home, change);
    case "resourcesMirrored":
      return resourcesMirrored(home, change);
    default:
      return change satisfies never;
  }
}

/** The same in steps, for changes of many resources. What changes meanwhile is not looked for: the caller has to. */
export function* effectInSteps(home: Home, change: Change, outcomes = new Outcomes()): Steps<Effect> {
  switch (change.kind) {
    case "devicesEdited":
      return yield* devicesEdited(home, change);
    case "homeReplaced":
      return yield* homeReplaced(home, change);
    case "roomLightsChanged":
      return yield* roomLightsChanged(home, change, outcomes);
    case "sceneActivated":
      return yield* sceneActivated(home, change, outcomes);
    default:
      return effectOf(home, change);
  }
}

/** Why a change is impossible; of commands for many lights that is known before their effect is, of a new home only then. */
export function whyImpossible(home: Home, change: Change): Impossible | undefined {
  switch (change.kind) {
    case "homeReplaced":
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
