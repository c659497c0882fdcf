import type { WireEvent } from "../../contract/events.ts";
import { idOf, type Replacement } from "../../home/changes/replacement.ts";
import type { Home } from "../../home/home.ts";
import type { RoomId } from "../../home/model/ids.ts";
import type { Room } from "../../home/model/room.ts";
import type { Scene } from "../../home/model/scene.ts";
import type { SyncBox } from "../../home/model/sync-box.ts";
import { devicesIn } from "../../home/select.ts";
import { wireDevice } from "../wire/device.ts";
import { wireLight } from "../wire/light.ts";
import { wireRoom } from "../wire/room.ts";
import { wireScene } from "../wire/scene.ts";
import { wireSync } from "../wire/sync-box.ts";
import { consequencesOf } from "./dependents.ts";
import { difference } from "./event-difference.ts";
import { ToldResources } from "./last-sent-resources.ts";

/** A change of a home, as the gateway notifies of it. */
interface ChangeNotification {
  readonly replacements: readonly Replacement[];
  readonly cause: "command" | "report" | "rollback";
  readonly part?: "earlier" | "last";
}

/** The rooms that follow from the rest of the home. */
interface Derived {
  wholeHouse: boolean;
  unassigned: boolean;
}

/** Says what happens to a home as clients are told it. */
export class WireEvents {
  readonly #syncBoxes: ToldResources<"sync", SyncBox>;
  readonly #rooms: ToldResources<"room", Room>;
  readonly #scenes: ToldResources<"scene", Scene>;
  /** Derived rooms that clients are to be told of again after the last part of a batch. */
  readonly #due: Derived = { wholeHouse: false, unassigned: false };

  /** From now on: all that the home holds at this moment is known. */
  constructor(home: Home) {
    this.#syncBoxes = new ToldResources("sync", (box) =>
      wireSync(box, box.areaId === null ? undefined : home.rooms.get(box.areaId)),
    );
    this.#rooms = new ToldResources("room", (room) => wireRoom(room, devicesIn(home, room)));
    this.#scenes = new ToldResources("scene", (scene) => {
      const room = home.rooms.get(scene.roomId);
      return room && wireScene(scene, room, "");
    });
    for (const box of home.syncBoxes.all()) this.#syncBoxes.become(box.id, box);
    for (const room of home.rooms.all()) this.#rooms.become(room.id, room);
    for (const scene of home.scenes.all()) this.#scenes.become(scene.id, scene);
  }

  /**
   * The events of a round, once the round is over: one event at most for each resource, none where no read shows a
   * difference. After a rollback devices stand where they stood before, which no replacement says. The whole house
   * names all its devices again with every device that is added: in a batch with parts, once after the last part.
   */
  of(round: readonly ChangeNotification[]): readonly WireEvent[] {
    const replacements = round.flatMap((notification) => notification.replacements);
    const { rooms, wholeHouse, unassigned } = consequencesOf(replacements);
    const isOrderOther = round.some(({ cause }) => cause === "rollback");
    const isOther = { wholeHouse: wholeHouse || isOrderOther, unassigned: unassigned || isOrderOther };
    const part = round.findLast((notification) => notification.part !== undefined)?.part;
    return [
      ...inTheEnd(replacements).flatMap((replacement) => this.#about(replacement)),
      ...this.#thatShow(rooms),
      ...(part === undefined ? this.#derived(isOther) : this.#putOff(isOther)),
      ...(part === "last" ? this.due() : []),
    ];
  }

  /** Whether a derived room is still to be told of, which is done in another turn of the event loop: both take long. */
  get isDue(): boolean {
    return this.#due.wholeHouse || this.#due.unassigned;
  }

  /** Tells of one derived room, also where it came to nothing: whoever began to follow meanwhile knows what was there then. */
  due(): readonly WireEvent[] {
    const next = this.#due.wholeHouse ? "wholeHouse" : "unassigned";
    if (!this.#due[next]) return [];
    this.#due[next] = false;
    return this.#rooms.tellAgain("children", ({ kind }) => kind === next);
  }

  #about(replacement: Replacement): readonly WireEvent[] {
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
        return this.#syncBoxes.become(idOf(replacement), replacement.after);
      case "rooms":
        return this.#rooms.become(idOf(replacement), replacement.after);
      case "scenes":
        return this.#scenes.become(idOf(replacement), replacement.after);
      case "keys":
      case "identity":
        return [];
      default:
        return replacement satisfies never;
    }
  }

  #thatShow(rooms: ReadonlySet<RoomId>): readonly WireEvent[] {
    if (rooms.size === 0) return [];
    return [
      ...this.#syncBoxes.lookAgain(({ areaId }) => areaId !== null && rooms.has(areaId)),
      ...this.#scenes.lookAgain(({ roomId }) => rooms.has(roomId)),
    ];
  }

  #putOff({ wholeHouse, unassigned }: Derived): readonly WireEvent[] {
    this.#due.wholeHouse ||= wholeHouse;
    this.#due.unassigned ||= unassigned;
    return [];
  }

  #derived(isOther: Readonly<Derived>): readonly WireEvent[] {
    if (!isOther.wholeHouse && !isOther.unassigned) return [];
    return this.#rooms.lookAgain(({ kind }) => kind !== "normal" && isOther[kind]);
  }
}

/** Each resource once, as it was at first and is in the end; to clients, one that went and came again has stayed. */
function inTheEnd(replacements: readonly Replacement[]): readonly Replacement[] {
  if (replacements.length === 1) return replacements;
  const all = new Map<string, Replacement>();
  for (const replacement of replacements) {
    const key = `${replacement.in} ${idOf(replacement)}`;
    const earlier = all.get(key);
    all.set(key, earlier ? ({ ...replacement, before: earlier.before } as Replacement) : replacement);
  }
  return [...all.values()].filter(({ before, after }) => before !== after);
}
