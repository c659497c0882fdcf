import type { WireEvent } from "../../../core/contract/events.ts";
import type { WireScene } from "../../../core/contract/scene.ts";
import type { Home } from "../../../core/home/home.ts";
import { idFrom } from "../../../core/home/model/ids.ts";
import { devicesIn } from "../../../core/home/select.ts";
import type { Appended, Recorded } from "../../../core/present/events/journal.ts";
import { wireDevice } from "../../../core/present/wire/device.ts";
import { isMessageType, Message } from "./message.ts";
import { deviceContextOf, wholeDevice, wholeScene } from "./whole-items.ts";

type DeviceEvent = Extract<WireEvent, { readonly type: "device" }>;

/**
 * Makes MQTT messages of events. A device is published only while its `join_status` is 1, as clients take every device
 * that is added for a lamp of theirs. What accompanies a new device or scene is read from the home, so each event must
 * be converted as it happens.
 */
export class Topics {
  readonly #home: Home;
  readonly #joined = new Set<string>();

  /** All that the home holds at this moment counts as published. */
  constructor(home: Home) {
    this.#home = home;
    for (const { id, admitted } of home.devices.all()) if (admitted) this.#joined.add(id);
  }

  /** Most events are published just as they are recorded; undefined for an event that is not published. */
  messageFor({ event, recorded }: Appended): Message | "as-recorded" | undefined {
    if (!isMessageType(event.type)) return undefined;
    if (event.type === "device") return this.#aboutDevice(event, recorded);
    if (event.type !== "scene" || event.action !== "add") return "as-recorded";
    const { action, type, item } = event;
    return new Message({ eventId: recorded.id, action, type, id: item.id, text: this.#wholeSceneText(item) });
  }

  #wholeSceneText(item: WireScene): string {
    const roomId = this.#home.scenes.get(idFrom(item.id))?.roomId;
    const devices = roomId === undefined ? [] : devicesIn(this.#home, this.#home.rooms.get(roomId));
    return JSON.stringify(wholeScene(item, roomId ?? "", devices));
  }

  #aboutDevice(event: DeviceEvent, recorded: Recorded): Message | "as-recorded" | undefined {
    const { type } = event;
    const { id } = event.item;
    const wasJoined = this.#joined.has(id);
    const isJoined = this.#isJoinedAfter(event, wasJoined);
    if (wasJoined && isJoined) return "as-recorded";
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

  /** The whole device, whatever fields the event has; undefined when the device is gone by now. */
  #joins(event: DeviceEvent, recorded: Recorded): Message | undefined {
    const { id } = event.item;
    const itself = this.#home.devices.get(idFrom(id));
    const device = event.action === "add" ? event.item : itself && wireDevice(itself);
    if (!device) return undefined;
    this.#joined.add(id);
    const text = JSON.stringify(wholeDevice(device, deviceContextOf(this.#home, itself)));
    return new Message({ eventId: recorded.id, action: "add", type: "device", id, text });
  }
}
