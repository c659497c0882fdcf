import type { WireType } from "../../../src/core/contract/events.ts";
import type { GatewayOptions } from "../../../src/core/gateway/gateway.ts";
import type { Home } from "../../../src/core/home/home.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { Appended } from "../../../src/core/present/events/journal.ts";
import {
  deviceText,
  groupLightText,
  lightText,
  roomText,
  sceneText,
  syncBoxText,
} from "../../../src/core/present/texts.ts";
import { startJournal } from "../../../src/runtime/start-journal.ts";
import { StoredGateway } from "../store/stored-gateway.ts";
import { FoldedHome } from "./folded-home.ts";

const PLAIN = { lights: false, room: false, zigbee: false, devices: false };

/** What other watchers do at each notification, before the client receives its events and after. */
interface Following extends Pick<GatewayOptions, "order" | "run" | "large"> {
  readonly before?: (followed: FollowedGateway) => unknown;
  readonly after?: (followed: FollowedGateway) => unknown;
}

/** A gateway with a client that read everything at the start and follows events since. */
export class FollowedGateway extends StoredGateway {
  /** All events that the client received. */
  readonly received: Appended[] = [];
  readonly #client: FoldedHome;
  readonly #faults: unknown[] = [];

  constructor(contents: HomeContents, { before, after, ...options }: Following = {}) {
    super(contents, undefined, options);
    const { gateway } = this;
    this.#client = new FoldedHome(JSON.parse(this.read));
    if (before) gateway.watch(() => void before(this));
    const journal = startJournal(gateway, this.clock, 0);
    if (after) gateway.watch(() => void after(this));
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
