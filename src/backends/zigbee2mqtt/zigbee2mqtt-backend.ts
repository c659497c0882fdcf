import type { Change } from "../../home/change.ts";
import type { Device } from "../../home/device.ts";
import { idFrom, type LightId } from "../../home/ids.ts";
import type { Light, LightState } from "../../home/light.ts";
import { idOf, type Replacement } from "../../home/replacement.ts";
import type { Steps } from "../../shared/steps.ts";
import type { Agreement, Backend, BackendContext, JoiningAnswer } from "../backend.ts";
import type { Condition, Source } from "../condition.ts";
import { type EndingClock, endingContext } from "../ending-clock.ts";
import { Bridge } from "./bridge/bridge.ts";
import type { BridgeAddress } from "./bridge/link/transport.ts";
import { outageProblems, sourceFrom } from "./bridge-condition.ts";
import { BridgeEventHandler } from "./bridge-event-handler.ts";
import { attainable, commandPayload } from "./models/command-payload.ts";
import { OperatorRequests } from "./operator/operator-requests.ts";
import { Joining } from "./operator/permit-join.ts";
import { Problems } from "./problems.ts";
import { SerialQueue } from "./serial-queue.ts";

/** Somebody or something came or went, was given back to its group, or is served as something else. */
const isOtherPlace = (replacement: Replacement): boolean => {
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

/** Some bridges, and what the gateway wants of them. */
export class Zigbee2MqttBackend implements Backend {
  readonly #context: BackendContext;
  readonly #clock: EndingClock;
  readonly #queue: SerialQueue;
  readonly #problems: Problems;
  readonly #joining: Joining;
  readonly #hearing: BridgeEventHandler;
  readonly #agreeing: OperatorRequests;
  #bridges: readonly Bridge[] = [];

  constructor(surroundings: BackendContext, onSource: (source: Source) => void) {
    ({ context: this.#context, clock: this.#clock } = endingContext(surroundings));
    const { together } = this.#context;
    this.#problems = new Problems(this.#clock.now);
    const onFault = (fault: unknown) => this.#problems.addFault("what Zigbee2MQTT said", fault);
    this.#queue = new SerialQueue({ clock: this.#clock, together, onFault });
    this.#joining = new Joining(this.#queue.clock, () => this.#bridges);
    this.#hearing = new BridgeEventHandler({
      context: { ...this.#context, clock: this.#queue.clock },
      queue: this.#queue,
      problems: this.#problems,
      onJoining: (bridge) => this.#joining.heard(bridge),
      onSource: (bridge) => {
        if (!this.#clock.hasEnded) onSource(sourceFrom(bridge));
      },
    });
    this.#agreeing = new OperatorRequests({ home: this.#context.home, bridges: () => this.#bridges, hearing: this.#hearing });
  }

  start(addresses: readonly BridgeAddress[]): void {
    const surroundings = { listener: this.#hearing, problems: this.#problems, queue: this.#queue };
    this.#bridges = addresses.map((address) => new Bridge(address, surroundings));
    for (const bridge of this.#bridges) this.#hearing.add(bridge);
  }

  setLight({ id, deviceId, on }: Light, wish: Partial<LightState>): void {
    const record = this.#hearing.lamps.get(id);
    // Nothing would be sent, so nothing is assumed of the lamp.
    if (!record || record.listed.bridge.whyUnreachable !== undefined) return;
    const whole = wish.on ? { ...record.held, ...wish } : wish;
    const payload = commandPayload(record.lamp, whole, { on });
    const { bridge, entry } = record.listed;
    if (payload) bridge.publish(`${entry.ieeeAddress}/set`, payload);
    // Of a gradient that was set Zigbee2MQTT says nothing unless it is asked.
    const { gradient } = record.lamp;
    if (gradient && payload?.[gradient.property])
      bridge.publish(`${entry.ieeeAddress}/get`, { [gradient.property]: "" });
    record.assume(wish);
    this.#hearing.scenes.wished(bridge, entry);
    const { online } = this.#context.home.devices.get(deviceId) ?? {};
    if (!on && online) this.#hearing.lampHearing.held.hold(record, wish);
  }

  attainable({ id }: Light, wish: Partial<LightState>): Partial<LightState> {
    const record = this.#hearing.lamps.get(id);
    return record ? { ...wish, ...attainable(record.lamp, wish) } : wish;
  }

  /** Zigbee lamps drive no sync boxes. */
  setSyncBox(): void {}

  whyUnreachable(device: Device): string | undefined {
    return this.#agreeing.whyUnreachable(device);
  }

  agree(change: Change, { isForced } = { isForced: false }): Promise<Agreement> {
    return this.#agreeing.agree(change, { isForced });
  }

  openJoining(millis: number): Promise<JoiningAnswer> {
    return this.#joining.open(millis);
  }

  joiningMillisLeft(): number {
    return this.#joining.millisLeft();
  }

  follow(replacements: readonly Replacement[]): void {
    if (!replacements.some(isOtherPlace)) return;
    const cameOrWent = lightsThatCameOrWent(replacements);
    this.#queue.addNext(() => this.#bringInLine(cameOrWent));
  }

  *#bringInLine(cameOrWent: ReadonlySet<LightId>): Steps<void> {
    yield* this.#hearing.listing.aligning();
    for (const lightId of cameOrWent) {
      this.#hearing.lampHearing.tellAgain(lightId);
      yield;
    }
    for (const bridge of this.#bridges) this.#hearing.scenes.tellAgain(bridge);
    for (const bridge of this.#bridges) yield* this.#hearing.askUnsure(bridge);
  }

  condition(): Condition {
    return {
      sources: this.#bridges.map(sourceFrom),
      problems: [...this.#bridges.flatMap((bridge) => outageProblems(bridge, this.#clock.now())), ...this.#problems.all()],
      freshnessOf: (lightId) => this.#hearing.lamps.freshnessOf(lightId),
    };
  }

  async stop(): Promise<void> {
    this.#joining.end();
    this.#hearing.lampHearing.leaveNotes();
    this.#clock.end();
    await Promise.all(this.#bridges.map((bridge) => bridge.stop()));
  }
}
