import type { Change } from "../../../core/home/changes/change.ts";
import { idOf, type Replacement } from "../../../core/home/changes/replacement.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { idFrom, type LightId } from "../../../core/home/model/ids.ts";
import type { Light, LightCommand, LightState } from "../../../core/home/model/light.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Agreement, Backend, BackendContext, JoiningAnswer } from "../backend.ts";
import type { Condition, Source } from "../condition.ts";
import { type EndingClock, endingContext } from "../ending-clock.ts";
import { Bridge } from "./bridge/bridge.ts";
import type { BridgeAddress } from "./bridge/link/transport.ts";
import type { DeviceEntry } from "./bridge/protocol/device-entry.ts";
import { outageProblems, sourceFrom } from "./bridge-condition.ts";
import { BridgeEventHandler } from "./bridge-event-handler.ts";
import { type LampCommand, messagesFor } from "./lights/lamp-messages.ts";
import type { LightTracker } from "./lights/light-tracker.ts";
import { attainable, commandPayload } from "./models/command-payload.ts";
import { OperatorRequests } from "./operator/operator-requests.ts";
import { PermitJoin } from "./operator/permit-join.ts";
import { Problems } from "./problems.ts";
import { SerialQueue } from "./serial-queue.ts";

export interface Zigbee2MqttOptions {
  readonly bridges: readonly BridgeAddress[];
  /** Called when a bridge is reached for the first time, goes away, and comes back. */
  readonly onSource: (source: Source) => void;
}

/** The lamps, groups and scenes of one Zigbee2MQTT or several. */
export function startZigbee2Mqtt(context: BackendContext, options: Zigbee2MqttOptions): Backend {
  const backend = new Zigbee2MqttBackend(context, options.onSource);
  backend.start(options.bridges);
  return backend;
}

class Zigbee2MqttBackend implements Backend {
  readonly #context: BackendContext;
  readonly #clock: EndingClock;
  readonly #queue: SerialQueue;
  readonly #problems: Problems;
  readonly #permitJoin: PermitJoin;
  readonly #handler: BridgeEventHandler;
  readonly #operatorRequests: OperatorRequests;
  #bridges: readonly Bridge[] = [];

  constructor(context: BackendContext, onSource: (source: Source) => void) {
    ({ context: this.#context, clock: this.#clock } = endingContext(context));
    const { batch } = this.#context;
    this.#problems = new Problems(this.#clock.now);
    const onFault = (fault: unknown) => this.#problems.addFault("a message from Zigbee2MQTT", fault);
    this.#queue = new SerialQueue({ clock: this.#clock, batch, onFault });
    this.#permitJoin = new PermitJoin(this.#queue.clock, () => this.#bridges);
    this.#handler = new BridgeEventHandler({
      context: { ...this.#context, clock: this.#queue.clock },
      queue: this.#queue,
      problems: this.#problems,
      onPermitJoin: (bridge) => this.#permitJoin.onInfo(bridge),
      onSource: (bridge) => {
        if (!this.#clock.hasEnded) onSource(sourceFrom(bridge));
      },
    });
    this.#operatorRequests = new OperatorRequests({
      home: this.#context.home,
      bridges: () => this.#bridges,
      handler: this.#handler,
    });
  }

  start(addresses: readonly BridgeAddress[]): void {
    const dependencies = { listener: this.#handler, problems: this.#problems, queue: this.#queue };
    this.#bridges = addresses.map((address) => new Bridge(address, dependencies));
    for (const bridge of this.#bridges) this.#handler.add(bridge);
  }

  *setLights(commands: Iterable<LightCommand>): Steps<void> {
    const lampCommands: (LampCommand & LightCommand)[] = [];
    for (const command of commands) {
      const lampCommand = this.#lampCommand(command);
      if (lampCommand) lampCommands.push(lampCommand);
      yield;
    }
    const canHear = ({ id }: DeviceEntry) => this.#context.home.devices.get(id)?.online ?? true;
    const messages = yield* messagesFor(lampCommands, canHear);
    for (const { tracker, light, desired } of lampCommands) {
      this.#onCommand(tracker, light, desired);
      yield;
    }
    for (const { bridge, topic, payload } of messages) {
      bridge.publish(topic, payload);
      yield;
    }
  }

  /** Undefined where nothing would be sent, so that nothing is assumed of the lamp. */
  #lampCommand({ light, desired, fadeMillis = 0 }: LightCommand): (LampCommand & LightCommand) | undefined {
    const tracker = this.#handler.lights.get(light.id);
    if (!tracker || tracker.listed.bridge.whyUnreachable !== undefined) return undefined;
    const whole = desired.on ? { ...tracker.deferred, ...desired } : desired;
    const { canFade } = tracker.listed.entry.capabilities;
    const payload = commandPayload(tracker.lamp, whole, { on: light.on, fadeMillis: canFade ? fadeMillis : 0 });
    return { tracker, light, desired, payload };
  }

  #onCommand(tracker: LightTracker, { deviceId, on }: Light, command: Partial<LightState>): void {
    const { bridge, entry } = tracker.listed;
    tracker.assume(command);
    this.#handler.scenes.onCommand(bridge, entry);
    const { online } = this.#context.home.devices.get(deviceId) ?? {};
    if (!on && online) this.#handler.lightReports.deferredCommands.defer(tracker, command);
  }

  attainable({ id }: Light, command: Partial<LightState>): Partial<LightState> {
    const tracker = this.#handler.lights.get(id);
    return tracker ? { ...command, ...attainable(tracker.lamp, command) } : command;
  }

  /** Zigbee lamps drive no sync boxes. */
  setSyncBox(): void {}

  whyUnreachable(device: Device): string | undefined {
    return this.#operatorRequests.whyUnreachable(device);
  }

  agree(change: Change, { isForced } = { isForced: false }): Promise<Agreement> {
    return this.#operatorRequests.agree(change, { isForced });
  }

  openJoining(millis: number): Promise<JoiningAnswer> {
    return this.#permitJoin.open(millis);
  }

  joiningMillisLeft(): number {
    return this.#permitJoin.millisLeft();
  }

  follow(replacements: readonly Replacement[]): void {
    if (!replacements.some(needsReconciling)) return;
    const cameOrWent = lightsThatCameOrWent(replacements);
    this.#queue.addNext(() => this.#reconcile(cameOrWent));
  }

  *#reconcile(cameOrWent: ReadonlySet<LightId>): Steps<void> {
    yield* this.#handler.reconciler.reconcile();
    for (const lightId of cameOrWent) {
      this.#handler.lightReports.reportAgain(lightId);
      yield;
    }
    for (const bridge of this.#bridges) this.#handler.scenes.reportAgain(bridge);
    for (const bridge of this.#bridges) yield* this.#handler.pollUnconfirmed(bridge);
  }

  condition(): Condition {
    const nowMillis = this.#clock.now();
    return {
      sources: this.#bridges.map(sourceFrom),
      problems: [...this.#bridges.flatMap((bridge) => outageProblems(bridge, nowMillis)), ...this.#problems.all()],
      freshnessOf: (lightId) => this.#handler.lights.freshnessOf(lightId),
      signsOf: (deviceId) => this.#handler.signs.of(deviceId),
    };
  }

  async stop(): Promise<void> {
    this.#permitJoin.end();
    this.#handler.lightReports.flush();
    this.#clock.end();
    await Promise.all(this.#bridges.map((bridge) => bridge.stop()));
  }
}

/** A resource came or went, a device was placed by its group again, or is served as a lamp or no longer. */
const needsReconciling = (replacement: Replacement): boolean => {
  const { in: name, before, after } = replacement;
  if (name === "devices" && before && after) {
    return before.placedByHand !== after.placedByHand || before.asLamp !== after.asLamp;
  }
  return name !== "lights" && name !== "keys" && (!before || !after);
};

const lightsThatCameOrWent = (replacements: readonly Replacement[]): ReadonlySet<LightId> =>
  new Set(
    replacements.flatMap((one) => (one.in === "lights" && !(one.before && one.after) ? [idFrom(idOf(one))] : [])),
  );
