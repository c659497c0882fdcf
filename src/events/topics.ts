import type { WireEvent } from "../contract/events.ts";
import type { WireScene } from "../contract/scene.ts";
import type { Home } from "../home/home.ts";
import { idFrom } from "../home/model/ids.ts";
import { devicesIn } from "../home/select.ts";
import type { Appended, Recorded } from "../present/events/journal.ts";
import { wireDevice } from "../present/wire/device.ts";
import { Message } from "./message.ts";
import { surroundingsOf, wholeDevice, wholeScene } from "./whole-items.ts";

type DeviceEvent = Extract<WireEvent, { readonly type: "device" }>;

/**
 * Says events as MQTT does. A device is told of only while its `join_status` is 1: clients take every device that is
 * added for a lamp of theirs. What goes along with a new device or scene is read from the home, so this must be asked
 * as things happen.
 */
export class Topics {
  readonly #home: Home;
  readonly #joined = new Set<string>();

  /** From now on: all that the home holds at this moment is known. */
  constructor(home: Home) {
    this.#home = home;
    for (const { id, admitted } of home.devices.all()) if (admitted) this.#joined.add(id);
  }

  /** Most events are told just as they are recorded; nothing when clients are not to hear of it. */
  messageFor({ event, recorded }: Appended): Message | Recorded | undefined {
    if (event.type === "device") return this.#aboutDevice(event, recorded);
    if (event.type !== "scene" || event.action !== "add") return recorded;
    const { action, type, item } = event;
    return new Message({ eventId: recorded.id, action, type, id: item.id, text: this.#wholeSceneText(item) });
  }

  #wholeSceneText(item: WireScene): string {
    const roomId = this.#home.scenes.get(idFrom(item.id))?.roomId;
    const devices = roomId === undefined ? [] : devicesIn(this.#home, this.#home.rooms.get(roomId));
    return JSON.stringify(wholeScene(item, roomId ?? "", devices));
  }

  #aboutDevice(event: DeviceEvent, recorded: Recorded): Message | Recorded | undefined {
    const { type } = event;
    const { id } = event.item;
    const wasJoined = this.#joined.has(id);
    const isJoined = this.#isJoinedAfter(event, wasJoined);
    if (wasJoined && isJoined) return recorded;
    if (isJoined) return this.#joins(event, recorded);
    this.#joined.delete(id);
    const text = JSON.stringify({ id, type });
    return wasJoined ? new Message({ eventId: recorded.id, action: "remove", type, id, text }) : undefined;
  }

  #isJoinedAfter(event: DeviceEvent, wasJoined: boolean): boolean {
    switch (event.action) {
      case "add":
        return event.item.join_status === 1;
      case "update":
        return event.item.value.join_status === undefined ? wasJoined : event.item.value.join_status === 1;
      case "remove":
        return false;
      default:
        return event satisfies never;
    }
  }

  /** Whole, whatever the event tells of it; nothing when it is gone again by now. */
  #joins(event: DeviceEvent, recorded: Recorded): Message | undefined {
    const { id } = event.item;
    const itself = this.#home.devices.get(idFrom(id));
    const device = event.action === "add" ? event.item : itself && wireDevice(itself);
    if (!device) return undefined;
    this.#joined.add(id);
    const text = JSON.stringify(wholeDevice(device, surroundingsOf(this.#home, itself)));
    return new Message({ eventId: recorded.id, action: "add", type: "device", id, text });
  }
}
