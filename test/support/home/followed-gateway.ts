import type { WireType } from "../../../src/contract/events.ts";
import type { Order } from "../../../src/home/collection.ts";
import type { Home } from "../../../src/home/home.ts";
import type { HomeContents } from "../../../src/home/model/contents.ts";
import { WireEvents } from "../../../src/present/events/events.ts";
import { type Appended, Journal } from "../../../src/present/events/journal.ts";
import { deviceText, groupLightText, lightText, roomText, sceneText, syncBoxText } from "../../../src/present/texts.ts";
import { StoredGateway } from "../store/stored-gateway.ts";
import { FoldedHome } from "./folded-home.ts";

const PLAIN = { lights: false, room: false, zigbee: false, devices: false };

/** What other watchers do at each notification, before the client receives its events and after. */
interface Following {
  readonly order?: Order;
  readonly before?: (followed: FollowedGateway) => unknown;
  readonly after?: (followed: FollowedGateway) => unknown;
}

/** A gateway with a client that read everything at the start and follows events since. */
export class FollowedGateway extends StoredGateway {
  /** All events that the client received. */
  readonly received: Appended[] = [];
  readonly #client: FoldedHome;
  readonly #faults: unknown[] = [];

  constructor(contents: HomeContents, { order, before, after }: Following = {}) {
    super(contents, undefined, order);
    const { gateway } = this;
    this.#client = new FoldedHome(JSON.parse(this.read));
    const events = new WireEvents(gateway.home);
    const journal = new Journal(0);
    if (before) gateway.watch(() => before(this));
    gateway.watchRounds((round) => journal.append(events.of(round)));
    if (after) gateway.watch(() => after(this));
    journal.onAppended((appended) => {
      for (const one of appended) this.#receive(one);
    });
  }

  /** All that the client knows, as one text; an event that the client could not apply is thrown here. */
  get known(): string {
    for (const fault of this.#faults) throw fault;
    return this.#client.text;
  }

  /** All that the reads answer, as one text. */
  get read(): string {
    return readAll(this.gateway.home);
  }

  #receive(appended: Appended): void {
    this.received.push(appended);
    try {
      this.#client.apply({ ...appended.event, item: JSON.parse(appended.recorded.text) });
    } catch (fault) {
      this.#faults.push(fault);
    }
  }
}

/**
 * What the reads list, rooms with both that follow from the rest, in the order of ids: the first thing in each text.
 */
export function readAll(home: Home): string {
  const lists: Record<WireType, readonly string[]> = {
    device: home.devices.all().map((device) => deviceText(home, device, PLAIN)),
    light: home.lights.all().map(lightText),
    sync: home.syncBoxes.all().map((box) => syncBoxText(home, box)),
    room: home.rooms.all().map((room) => roomText(home, room, PLAIN)),
    scene: home.scenes.all().flatMap((scene) => sceneText(home, scene, "") ?? []),
    group_light: home.groupLights.all().map(groupLightText),
  };
  return `{${Object.entries(lists).map(([type, texts]) => `"${type}":[${texts.toSorted().join(",")}]`)}}`;
}
