import type { WireEvent } from "../../contract/events.ts";
import type { ChangeNotification } from "../../home/changes/change-notification.ts";
import { coalesce } from "../../home/changes/coalesce.ts";
import { idOf, type Replacement } from "../../home/changes/replacement.ts";
import type { Home } from "../../home/home.ts";
import type { GroupLight } from "../../home/model/group-light.ts";
import type { GroupLightId, RoomId } from "../../home/model/ids.ts";
import type { Room } from "../../home/model/room.ts";
import type { Scene } from "../../home/model/scene.ts";
import type { SyncBox } from "../../home/model/sync-box.ts";
import { devicesIn } from "../../home/select.ts";
import { wireDevice } from "../wire/device.ts";
import { wireGroupLight } from "../wire/group-light.ts";
import { wireLight } from "../wire/light.ts";
import { wireRoom } from "../wire/room.ts";
import { wireScene } from "../wire/scene.ts";
import { wireSync } from "../wire/sync-box.ts";
import { dependentsOf, groupLightsBehind } from "./dependents.ts";
import { difference } from "./event-difference.ts";
import { LastSentResources } from "./last-sent-resources.ts";

/** The two rooms whose members follow from the rest of the home. */
interface Derived {
  wholeHouse: boolean;
  unassigned: boolean;
}

/** Turns changes of a home into the events that clients get. */
export class WireEvents {
  readonly #syncBoxes: LastSentResources<"sync", SyncBox>;
  readonly #rooms: LastSentResources<"room", Room>;
  readonly #scenes: LastSentResources<"scene", Scene>;
  readonly #groupLights: LastSentResources<"group_light", GroupLight>;
  readonly #home: Home;
  /** Derived rooms that are to be sent again after the last part of a batch. */
  readonly #due: Derived = { wholeHouse: false, unassigned: false };
  /** Group lights that may differ once the last part of a batch is there. */
  readonly #dueGroups = new Set<GroupLightId>();

  /** Events begin with the next change: clients are taken to know all that the home holds at this moment. */
  constructor(home: Home) {
    this.#home = home;
    this.#groupLights = new LastSentResources("group_light", wireGroupLight);
    this.#syncBoxes = new LastSentResources("sync", (box) =>
      wireSync(box, box.areaId === null ? undefined : home.rooms.get(box.areaId)),
    );
    this.#rooms = new LastSentResources("room", (room) => wireRoom(room, devicesIn(home, room)));
    this.#scenes = new LastSentResources("scene", (scene) => {
      const room = home.rooms.get(scene.roomId);
      return room && wireScene(scene, room, "");
    });
    for (const box of home.syncBoxes.all()) this.#syncBoxes.replace(box.id, box);
    for (const room of home.rooms.all()) this.#rooms.replace(room.id, room);
    for (const scene of home.scenes.all()) this.#scenes.replace(scene.id, scene);
    for (const group of home.groupLights.all()) this.#groupLights.replace(group.id, group);
  }

  /**
   * The events of a round, once the round is over: one event at most for each resource, none where no read shows a
   * difference. After a rollback devices stand where they stood before, which no replacement says. The whole house
   * names all its devices again with every device that is added, and group lights follow from many lights: in a batch
   * with parts, both are sent once after the last part.
   */
  of(round: readonly ChangeNotification[]): readonly WireEvent[] {
    const replacements = round.flatMap((notification) => notification.replacements);
    const { rooms, wholeHouse, unassigned } = dependentsOf(replacements);
    const isReordered = round.some(({ cause }) => cause === "rollback");
    const changed = { wholeHouse: wholeHouse || isReordered, unassigned: unassigned || isReordered };
    const { part } = round.findLast((notification) => notification.part !== undefined) ?? {};
    return [
      ...eachOnce(replacements).flatMap((replacement) => this.#eventsOf(replacement)),
      ...this.#thatName(rooms),
      ...(part === undefined ? this.#derived(changed) : this.#defer(changed)),
      ...(part === "last" ? this.due() : []),
      ...this.#groupsOf(replacements, part !== "earlier"),
    ];
  }

  /** Whether a derived room is still to be sent: each in a turn of the event loop of its own, as both take long. */
  get isDue(): boolean {
    return this.#due.wholeHouse || this.#due.unassigned;
  }

  /** Sends one derived room even if it is as before: a client that began to follow within the batch has another state of it. */
  due(): readonly WireEvent[] {
    const next = this.#due.wholeHouse ? "wholeHouse" : "unassigned";
    if (!this.#due[next]) return [];
    this.#due[next] = false;
    return this.#rooms.resend("children", ({ kind }) => kind === next);
  }

  /** The same for one change of many resources, which the home shows as a whole already, a few events at a time. */
  *inParts({ replacements, cause, part: partOfBatch }: ChangeNotification): Iterable<readonly WireEvent[]> {
    const { rooms, wholeHouse, unassigned } = dependentsOf(replacements);
    const isReordered = cause === "rollback";
    // Of one change, only what is removed and added again has two replacements.
    const areSingle = replacements.every(({ before, after }) => before && after);
    for (const few of fewOf(areSingle ? replacements : eachOnce(replacements))) {
      yield few.flatMap((replacement) => this.#eventsOf(replacement));
    }
    yield this.#thatName(rooms);
    const changed = { wholeHouse: wholeHouse || isReordered, unassigned: unassigned || isReordered };
    if (partOfBatch === undefined) {
      yield this.#derived({ ...changed, unassigned: false });
      yield this.#derived({ ...changed, wholeHouse: false });
    } else {
      yield this.#defer(changed);
    }
    while (partOfBatch === "last" && this.isDue) yield this.due();
    for (const few of fewOf(replacements)) yield this.#groupsOf(few, false);
    if (partOfBatch === "earlier") return;
    for (const few of fewOf(this.#takeDueGroups())) yield this.#eventsOfGroups(few);
  }

  #eventsOf(replacement: Replacement): readonly WireEvent[] {
    switch (replacement.in) {
      case "devices": {
        const { before, after } = replacement;
        return difference({ type: "device", before: before && wireDevice(before), after: after && wireDevice(after) });
      }
      case "lights": {
        const { before, after } = replacement;
        const deviceId = after?.deviceId;
        return difference({
          type: "light",
          before: before && wireLight(before),
          after: after && wireLight(after),
          deviceId,
        });
      }
      case "syncBoxes":
        return this.#syncBoxes.replace(idOf(replacement), replacement.after);
      case "rooms":
        return this.#rooms.replace(idOf(replacement), replacement.after);
      case "scenes":
        return this.#scenes.replace(idOf(replacement), replacement.after);
      case "keys":
      case "identity":
        return [];
      default:
        return replacement satisfies never;
    }
  }

  /** Of the rooms whose lights may be others, or otherwise, now. */
  #groupsOf(replacements: readonly Replacement[], isWhole: boolean): readonly WireEvent[] {
    for (const id of groupLightsBehind(this.#home, replacements)) this.#dueGroups.add(id);
    return isWhole ? this.#eventsOfGroups(this.#takeDueGroups()) : [];
  }

  #takeDueGroups(): readonly GroupLightId[] {
    const ids = [...this.#dueGroups];
    this.#dueGroups.clear();
    return ids;
  }

  #eventsOfGroups(ids: readonly GroupLightId[]): readonly WireEvent[] {
    return ids.flatMap((id) => this.#groupLights.replace(id, this.#home.groupLights.get(id)));
  }

  #thatName(rooms: ReadonlySet<RoomId>): readonly WireEvent[] {
    if (rooms.size === 0) return [];
    return [
      ...this.#syncBoxes.refresh(({ areaId }) => areaId !== null && rooms.has(areaId)),
      ...this.#scenes.refresh(({ roomId }) => rooms.has(roomId)),
    ];
  }

  #defer({ wholeHouse, unassigned }: Derived): readonly WireEvent[] {
    this.#due.wholeHouse ||= wholeHouse;
    this.#due.unassigned ||= unassigned;
    return [];
  }

  #derived(changed: Readonly<Derived>): readonly WireEvent[] {
    if (!changed.wholeHouse && !changed.unassigned) return [];
    return this.#rooms.refresh(({ kind }) => kind !== "normal" && changed[kind]);
  }
}

/** So many resources at once of a large change. */
const FEW = 50;

function* fewOf<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let at = 0; at < items.length; at += FEW) yield items.slice(at, at + FEW);
}

/** To clients, a resource that was removed and added again has stayed. */
const eachOnce = (replacements: readonly Replacement[]) => coalesce(replacements, { addedAgain: "folded" });
