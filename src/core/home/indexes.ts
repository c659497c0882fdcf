import type { ResourceReplacement } from "./changes/replacement.ts";
import type { Device } from "./model/device.ts";
import type { RoomId, SceneId } from "./model/ids.ts";
import { isGateway } from "./model/product.ts";
import type { Room } from "./model/room.ts";
import type { Scene } from "./model/scene.ts";

/** Secondary indexes of a home: the gateways, the derived rooms, and the scenes of each room. */
export class HomeIndexes {
  /** The same array until one of them changes. */
  gateways: readonly Device[] = [];
  readonly #derivedRooms = new Map<Room["kind"], Room>();
  readonly #activeScenes = new Map<RoomId, SceneId>();
  readonly #scenes = new Map<RoomId, Map<SceneId, Scene>>();

  derivedRoom(kind: "wholeHouse" | "unassigned"): Room | undefined {
    return this.#derivedRooms.get(kind);
  }

  /** At most one scene of a room is active. */
  activeSceneIdIn(roomId: RoomId): SceneId | undefined {
    return this.#activeScenes.get(roomId);
  }

  scenesIn(roomId: RoomId): readonly Scene[] {
    return [...(this.#scenes.get(roomId)?.values() ?? [])];
  }

  /** Removes `before`, then adds `after`, so that both may be the same resource. */
  follow({ in: collection, before, after }: ResourceReplacement): void {
    switch (collection) {
      case "devices":
        this.#followGateway(before, after);
        break;
      case "rooms":
        this.#followRoom(before, after);
        break;
      case "scenes":
        this.#followScene(before, after);
        break;
      case "lights":
      case "syncBoxes":
      case "keys":
        break;
      default:
        collection satisfies never;
    }
  }

  #followGateway(before: Device | undefined, after: Device | undefined): void {
    const [was, is] = [before, after].map((device) => device !== undefined && isGateway(device.product));
    if (!was && !is) return;
    const at = this.gateways.findIndex(({ id }) => id === before?.id);
    if (was && is && after && at >= 0) this.gateways = this.gateways.with(at, after);
    else this.gateways = [...this.gateways.filter(({ id }) => id !== before?.id), ...(is && after ? [after] : [])];
  }

  #followRoom(before: Room | undefined, after: Room | undefined): void {
    if (before && before.kind !== "normal") this.#derivedRooms.delete(before.kind);
    if (after && after.kind !== "normal") this.#derivedRooms.set(after.kind, after);
  }

  #followScene(before: Scene | undefined, after: Scene | undefined): void {
    if (before && this.#activeScenes.get(before.roomId) === before.id) this.#activeScenes.delete(before.roomId);
    if (after?.active) this.#activeScenes.set(after.roomId, after.id);
    if (before && before.roomId !== after?.roomId) this.#removeScene(before);
    if (after) this.#putScene(after);
  }

  #putScene(scene: Scene): void {
    const inRoom = this.#scenes.get(scene.roomId) ?? new Map<SceneId, Scene>();
    this.#scenes.set(scene.roomId, inRoom.set(scene.id, scene));
  }

  #removeScene({ id, roomId }: Scene): void {
    const inRoom = this.#scenes.get(roomId);
    inRoom?.delete(id);
    if (inRoom?.size === 0) this.#scenes.delete(roomId);
  }
}
