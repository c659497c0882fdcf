import type { Change } from "../../../home/change.ts";
import type { Clock } from "../../../home/clock.ts";
import type { Home } from "../../../home/home.ts";
import type { RoomId, SceneId } from "../../../home/ids.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import { groupsOf, groupsSharing } from "../bridge/protocol/group-memberships.ts";
import type { PeerState } from "../bridge/protocol/peer-state.ts";
import { roomIdOf, sceneIdOf } from "../ids.ts";
import type { SerialQueue } from "../serial-queue.ts";

/** How long lamps may take to show a scene: what they say meanwhile is part of it. */
const TAKES_MILLIS = 5_000;
/** So long after the lists, all that a broker keeps has arrived. */
const ARRIVES_MILLIS = 3_000;

/** As Zigbee numbers groups. */
const GROUP_NUMBER = /^\d{1,5}$/;

export interface ActiveScenesDependencies {
  readonly home: Home;
  readonly clock: Clock;
  readonly queue: SerialQueue;
  readonly report: (change: Change) => void;
}

/**
 * Which scenes are shown. Zigbee2MQTT does not say: a scene is active from the moment that somebody recalls it, until a
 * lamp of its group becomes another. Gateways leave each other a note of it at the broker, so that one that comes later
 * knows too.
 */
export class ActiveScenes {
  readonly #options: ActiveScenesDependencies;
  readonly #takenUntilMillis = new Map<RoomId, number>();
  /** By the numbers of groups. */
  readonly #noted = new Map<Bridge, Map<number, number | undefined>>();
  /** Those whose notes may still be on their way. */
  readonly #opened = new Set<Bridge>();
  /** Those whose notes have all been said. */
  readonly #arrived = new Set<Bridge>();

  constructor(options: ActiveScenesDependencies) {
    this.#options = options;
  }

  /** Somebody recalled a scene of a group: those of others that share lamps with it are over. */
  recalled(bridge: Bridge, groupNumber: number, sceneNumber: number): void {
    const { clock, report } = this.#options;
    const roomId = roomIdOf(bridge.network, groupNumber);
    this.#takenUntilMillis.set(roomId, clock.now() + TAKES_MILLIS);
    report({ kind: "sceneActivated", sceneId: sceneIdOf(roomId, sceneNumber) });
    this.#note(bridge, groupNumber, sceneNumber);
    for (const other of groupsSharing(bridge.groups, groupNumber)) this.#end(bridge, other);
  }

  /** A lamp became another: the scenes of its groups are over, unless the lamp is just taking one on. */
  changed(bridge: Bridge, { ieeeAddress }: DeviceEntry): void {
    const { clock } = this.#options;
    for (const number of groupsOf(bridge.groups, ieeeAddress)) {
      const takenUntilMillis = this.#takenUntilMillis.get(roomIdOf(bridge.network, number)) ?? 0;
      if (clock.now() >= takenUntilMillis) this.#end(bridge, number);
    }
  }

  /** A lamp was told to become another: the scenes of its groups are over. */
  wished(bridge: Bridge, { ieeeAddress }: DeviceEntry): void {
    for (const number of groupsOf(bridge.groups, ieeeAddress)) this.#end(bridge, number);
  }

  #end(bridge: Bridge, groupNumber: number): void {
    const { home, report } = this.#options;
    const sceneId = home.activeSceneIdIn(roomIdOf(bridge.network, groupNumber));
    if (!sceneId || !home.scenes.get(sceneId)?.keptByLamps) return;
    report({ kind: "sceneOver", sceneId });
    this.#note(bridge, groupNumber, undefined);
  }

  /** What another gateway, or this one before, noted of a group. */
  heardNote(bridge: Bridge, { about, words }: PeerState): void {
    if (!GROUP_NUMBER.test(about)) return;
    const groupNumber = Number(about);
    const sceneNumber = typeof words === "number" ? words : undefined;
    this.#notesOf(bridge).set(groupNumber, sceneNumber);
    this.#follow(roomIdOf(bridge.network, groupNumber), sceneNumber);
  }

  /** Rooms and scenes may only be known after the notes of them. */
  *followNotes(bridge: Bridge): Steps<void> {
    const noted = this.#notesOf(bridge);
    for (const { number } of bridge.groups?.groups ?? []) {
      if (noted.has(number)) this.#follow(roomIdOf(bridge.network, number), noted.get(number));
      yield;
    }
    if (!bridge.devices || !bridge.groups || !this.#opened.delete(bridge)) return;
    const { clock, queue } = this.#options;
    clock.after(ARRIVES_MILLIS, () => queue.addNext(() => this.#endUnnoted(bridge)));
  }

  /** The home has scenes anew, or as they once were: they are shown as they are noted. */
  tellAgain(bridge: Bridge): void {
    const noted = this.#notesOf(bridge);
    for (const { number } of bridge.groups?.groups ?? []) {
      const isKnown = noted.has(number) || this.#arrived.has(bridge);
      if (isKnown) this.#follow(roomIdOf(bridge.network, number), noted.get(number));
    }
  }

  /** All notes are said anew. */
  opened(bridge: Bridge): void {
    this.#noted.delete(bridge);
    this.#arrived.delete(bridge);
    this.#opened.add(bridge);
  }

  /** Of what is over no note is left: while we did not listen, somebody took it away. */
  *#endUnnoted(bridge: Bridge): Steps<void> {
    if (bridge.trouble !== undefined) return void this.#opened.add(bridge);
    this.#arrived.add(bridge);
    const noted = this.#notesOf(bridge);
    for (const { number } of bridge.groups?.groups ?? []) {
      if (!noted.has(number)) this.#follow(roomIdOf(bridge.network, number), undefined);
      yield;
    }
  }

  #notesOf(bridge: Bridge): Map<number, number | undefined> {
    const noted = this.#noted.get(bridge) ?? new Map();
    this.#noted.set(bridge, noted);
    return noted;
  }

  #follow(roomId: RoomId, sceneNumber: number | undefined): void {
    const { home, report } = this.#options;
    const active = home.activeSceneIdIn(roomId);
    const wanted: SceneId | undefined = sceneNumber === undefined ? undefined : sceneIdOf(roomId, sceneNumber);
    if (wanted === active) return;
    if (wanted && home.scenes.get(wanted)) report({ kind: "sceneActivated", sceneId: wanted });
    else if (active && home.scenes.get(active)?.keptByLamps) report({ kind: "sceneOver", sceneId: active });
  }

  #note(bridge: Bridge, groupNumber: number, sceneNumber: number | undefined): void {
    const noted = this.#notesOf(bridge);
    if (noted.get(groupNumber) === sceneNumber) return;
    noted.set(groupNumber, sceneNumber);
    bridge.leave({ kind: "scene", about: String(groupNumber), words: sceneNumber });
  }
}
