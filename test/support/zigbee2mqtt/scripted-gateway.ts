import { Gateway } from "../../../src/core/gateway/gateway.ts";
import type { OptimisticState } from "../../../src/core/gateway/optimistic-state.ts";
import type { Store } from "../../../src/core/gateway/store.ts";
import type { Change } from "../../../src/core/home/changes/change.ts";
import type { ChangeNotification } from "../../../src/core/home/changes/change-notification.ts";
import { contentsOf, type Home } from "../../../src/core/home/home.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { Device } from "../../../src/core/home/model/device.ts";
import type { Light, LightState } from "../../../src/core/home/model/light.ts";
import type { Room } from "../../../src/core/home/model/room.ts";
import type { Scene } from "../../../src/core/home/model/scene.ts";
import { devicesIn, lightsOf } from "../../../src/core/home/select.ts";
import type { Backend } from "../../../src/edges/backends/backend.ts";
import type { FreshnessOfLight, Problem, Source } from "../../../src/edges/backends/condition.ts";
import { startZigbee2Mqtt } from "../../../src/edges/backends/zigbee2mqtt/zigbee2mqtt-backend.ts";
import { MemoryStore } from "../../../src/edges/store/memory-store.ts";
import { startBackend } from "../../../src/runtime/start-backend.ts";
import { ManualClock } from "../gateway/manual-clock.ts";
import { FOUNDED } from "../home/founded-home.ts";
import { ScriptedBridge } from "./scripted-bridge.ts";

export interface ScriptedGatewayOptions {
  readonly bridges?: readonly ScriptedBridge[];
  /** What the store knew. */
  readonly contents?: HomeContents;
  readonly clock?: ManualClock;
  readonly store?: Store;
}

/** A gateway with the Zigbee2MQTT back end and scripted bridges. */
export class ScriptedGateway {
  readonly clock: ManualClock;
  readonly gateway: Gateway;
  readonly backend: Backend;
  readonly optimisticState: OptimisticState;
  readonly bridges: readonly ScriptedBridge[];
  /** All notifications of the bridges, latest last. */
  readonly sources: Source[] = [];
  /** All notifications of changes of the home. */
  readonly notifications: ChangeNotification[] = [];
  readonly stop: () => Promise<void>;

  constructor({
    bridges = [new ScriptedBridge()],
    contents = FOUNDED,
    clock = new ManualClock(),
    store = new MemoryStore(),
  }: ScriptedGatewayOptions) {
    this.clock = clock;
    this.bridges = bridges;
    this.gateway = new Gateway({ contents, store, clock, order: "id" });
    this.gateway.watch((notification) => this.notifications.push(notification));
    const addresses = bridges.map(({ address }) => address);
    const onSource = (source: Source) => this.sources.push(source);
    const { backend, optimisticState, stop } = startBackend(this.gateway, clock, (context) =>
      startZigbee2Mqtt(context, { bridges: addresses, onSource }),
    );
    this.backend = backend;
    this.optimisticState = optimisticState;
    this.stop = stop;
  }

  /** With bridges that are connected already. */
  static opened(options: ScriptedGatewayOptions = {}): ScriptedGateway {
    const scripted = new ScriptedGateway(options);
    for (const bridge of scripted.bridges) bridge.open();
    return scripted;
  }

  /** The first of them. */
  get bridge(): ScriptedBridge {
    return found(this.bridges[0], "a bridge");
  }

  get home(): Home {
    return this.gateway.home;
  }

  get contents(): HomeContents {
    return contentsOf(this.home);
  }

  get problems(): readonly Problem[] {
    return this.backend.condition().problems;
  }

  /** All but the gateway itself. */
  get deviceNames(): readonly string[] {
    const { home } = this;
    const all = home.devices.all().filter(({ id }) => id !== home.gateway?.id);
    return all.map(({ name }) => name).sort();
  }

  /** The names of what is in each room, by the name of the room; the two that follow from the rest are left out. */
  get rooms(): Readonly<Record<string, readonly string[]>> {
    const { home } = this;
    const normal = home.rooms.all().filter(({ kind }) => kind === "normal");
    const namesIn = (room: Room) => devicesIn(home, room).map(({ name }) => name);
    return Object.fromEntries(normal.map((room) => [room.name, namesIn(room).toSorted()]));
  }

  /** The name of the scene that a room shows. */
  shownIn(room: string): string | undefined {
    const sceneId = this.home.activeSceneIdIn(this.room(room).id);
    return sceneId && this.home.scenes.get(sceneId)?.name;
  }

  device(name: string): Device {
    return found(
      this.home.devices.all().find((device) => device.name === name),
      name,
    );
  }

  /** The first one of a device. */
  light(name: string): Light {
    return found(lightsOf(this.home, this.device(name))[0], name);
  }

  room(name: string): Room {
    return found(
      this.home.rooms.all().find((room) => room.name === name),
      name,
    );
  }

  scene(name: string): Scene {
    return found(
      this.home.scenes.all().find((scene) => scene.name === name),
      name,
    );
  }

  freshnessOf(name: string): FreshnessOfLight {
    return this.backend.condition().freshnessOf(this.light(name).id);
  }

  problemsOf(about: string): readonly string[] {
    return this.problems.filter((problem) => problem.about === about).map(({ description }) => description);
  }

  /** A client requests a change. */
  ask(change: Change): void {
    void this.gateway.ask(change);
    for (const bridge of this.bridges) bridge.settle();
  }

  /** An operator requests a change: the back end does its part first, or refuses. */
  async demand(change: Change): Promise<void> {
    const agreement = await this.backend.agree(change);
    if (typeof agreement === "string") this.ask(change);
  }

  command(name: string, state: Partial<LightState>): void {
    this.ask({ kind: "lightChanged", lightId: this.light(name).id, state });
  }

  /** Time passes, and what is published meanwhile is delivered. */
  pass(millis: number): void {
    this.clock.advance(millis);
    for (const bridge of this.bridges) bridge.settle();
  }

  /** Another gateway in its place, that knows what this one knew. */
  restarted(options: Pick<ScriptedGatewayOptions, "bridges" | "store"> = {}): ScriptedGateway {
    void this.stop();
    return new ScriptedGateway({ bridges: this.bridges, contents: this.contents, clock: this.clock, ...options });
  }
}

function found<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`${name} is not in this home`);
  return value;
}
