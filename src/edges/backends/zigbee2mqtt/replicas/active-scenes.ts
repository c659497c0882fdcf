import type { Change } from "../../../../core/home/changes/change.ts";
import type { Home } from "../../../../core/home/home.ts";
import type { RoomId, SceneId } from "../../../../core/home/model/ids.ts";
import type { Clock } from "../../../../shared/clock.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import { groupsOf, groupsSharing } from "../bridge/protocol/group-memberships.ts";
import type { PeerState } from "../bridge/protocol/peer-state.ts";
import { roomIdOf, sceneIdOf } from "../ids.ts";
import type { SerialQueue } from "../serial-queue.ts";

/** How long lamps may take to show a scene: their reports of that time belong to the scene. */
const RECALL_MILLIS = 5_000;
/** So long after the lists, all retained messages have arrived. */
const ARRIVAL_MILLIS = 3_000;

/** As Zigbee numbers groups. */
const GROUP_NUMBER = /^\d{1,5}$/;

export interface ActiveScenesDependencies {
  readonly home: Home;
  readonly clock: Clock;
  readonly queue: SerialQueue;
  readonly report: (change: Change) => void;
}

/**
 * Which scenes are active. Zigbee2MQTT does not report that: a scene is active from the moment that somebody recalls it
 * until a lamp of its group changes. Gateways share the active scene of each group as a retained message, so that a gateway
 * that starts later knows it too.
 */
export class ActiveScenes {
  readonly #dependencies: ActiveScenesDependencies;
  readonly #recallEndsMillis = new Map<RoomId, number>();
  /** The scene of each group, by the numbers of both; undefined for a group whose scene ended. */
  readonly #shared = new Map<Bridge, Map<number, number | undefined>>();
  /** Bridges whose retained messages may still be arriving. */
  readonly #arriving = new Set<Bridge>();
  /** Bridges whose retained messages have all arrived. */
  readonly #arrived = new Set<Bridge>();

  constructor(dependencies: ActiveScenesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Somebody recalled a scene of a group: the scenes of groups that share lamps with it end. */
  onRecall(bridge: Bridge, groupNumber: number, sceneNumber: number): void {
    const { clock, report } = this.#dependencies;
    const roomId = roomIdOf(bridge.network, groupNumber);
    this.#recallEndsMillis.set(roomId, clock.now() + RECALL_MILLIS);
    report({ kind: "sceneActivated", sceneId: sceneIdOf(roomId, sceneNumber) });
    this.#share(bridge, groupNumber, sceneNumber);
    for (const other of groupsSharing(bridge.groups, groupNumber)) this.#end(bridge, other);
  }

  /** A lamp changed: the scenes of its groups end, unless the change is part of a recall. */
  onLightChanged(bridge: Bridge, { ieeeAddress }: DeviceEntry): void {
    const { clock } = this.#dependencies;
    for (const number of groupsOf(bridge.groups, ieeeAddress)) {
      const recallEndsMillis = this.#recallEndsMillis.get(roomIdOf(bridge.network, number)) ?? 0;
      if (clock.now() >= recallEndsMillis) this.#end(bridge, number);
    }
  }

  /** A command was sent to a lamp: the scenes of its groups end. */
  onCommand(bridge: Bridge, { ieeeAddress }: DeviceEntry): void {
    for (const number of groupsOf(bridge.groups, ieeeAddress)) this.#end(bridge, number);
  }

  #end(bridge: Bridge, groupNumber: number): void {
    const { home, report } = this.#dependencies;
    const sceneId = home.activeSceneIdIn(roomIdOf(bridge.network, groupNumber));
    if (!sceneId || !home.scenes.get(sceneId)?.keptByLamps) return;
    report({ kind: "sceneOver", sceneId });
    this.#share(bridge, groupNumber, undefined);
  }

  /** A gateway, perhaps an earlier run of this one, shared the active scene of a group. */
  onPeerState(bridge: Bridge, { subject, value }: PeerState): void {
    if (!GROUP_NUMBER.test(subject)) return;
    const groupNumber = Number(subject);
    const sceneNumber = typeof value === "number" ? value : undefined;
    this.#sharedOf(bridge).set(groupNumber, sceneNumber);
    this.#apply(roomIdOf(bridge.network, groupNumber), sceneNumber);
  }

  /** Rooms and scenes may be listed only after their peer states arrived. */
  *applyPeerStates(bridge: Bridge): Steps<void> {
    const shared = this.#sharedOf(bridge);
    for (const { number } of bridge.groups?.groups ?? []) {
      if (shared.has(number)) this.#apply(roomIdOf(bridge.network, number), shared.get(number));
      yield;
    }
    if (!bridge.devices || !bridge.groups || !this.#arriving.delete(bridge)) return;
    const { clock, queue } = this.#dependencies;
    clock.after(ARRIVAL_MILLIS, () => queue.addNext(() => this.#endUnshared(bridge, shared)));
  }

  /** The home got scenes anew, or an old state of them: the shared states are reported again. */
  reportAgain(bridge: Bridge): void {
    const shared = this.#sharedOf(bridge);
    for (const { number } of bridge.groups?.groups ?? []) {
      const isKnown = shared.has(number) || this.#arrived.has(bridge);
      if (isKnown) this.#apply(roomIdOf(bridge.network, number), shared.get(number));
    }
  }

  /** The broker is about to deliver all retained peer states anew. */
  onOpened(bridge: Bridge): void {
    this.#shared.delete(bridge);
    this.#arrived.delete(bridge);
    this.#arriving.add(bridge);
  }

  /** A scene without a retained message ended while this gateway was not connected. What came over an earlier connection says nothing. */
  *#endUnshared(bridge: Bridge, shared: ReadonlyMap<number, unknown>): Steps<void> {
    if (shared !== this.#shared.get(bridge)) return;
    if (bridge.problem !== undefined) return void this.#arriving.add(bridge);
    this.#arrived.add(bridge);
    for (const { number } of bridge.groups?.groups ?? []) {
      if (!shared.has(number)) this.#apply(roomIdOf(bridge.network, number), undefined);
      yield;
    }
  }

  #sharedOf(bridge: Bridge): Map<number, number | undefined> {
    const shared = this.#shared.get(bridge) ?? new Map();
    this.#shared.set(bridge, shared);
    return shared;
  }

  #apply(roomId: RoomId, sceneNumber: number | undefined): void {
    const { home, report } = this.#dependencies;
    const active = home.activeSceneIdIn(roomId);
    const desired: SceneId | undefined = sceneNumber === undefined ? undefined : sceneIdOf(roomId, sceneNumber);
    if (desired === active) return;
    if (desired && home.scenes.get(desired)) report({ kind: "sceneActivated", sceneId: desired });
    else if (active && home.scenes.get(active)?.keptByLamps) report({ kind: "sceneOver", sceneId: active });
  }

  #share(bridge: Bridge, groupNumber: number, sceneNumber: number | undefined): void {
    const shared = this.#sharedOf(bridge);
    if (shared.get(groupNumber) === sceneNumber) return;
    shared.set(groupNumber, sceneNumber);
    bridge.publishPeerState({ kind: "scene", subject: String(groupNumber), value: sceneNumber });
  }
}
