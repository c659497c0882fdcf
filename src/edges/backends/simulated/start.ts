import type { Replacement } from "../../../core/home/changes/replacement.ts";
import type { DeviceId } from "../../../core/home/model/ids.ts";
import type { Light, LightCommand, LightState } from "../../../core/home/model/light.ts";
import type { SyncBox, SyncBoxState } from "../../../core/home/model/sync-box.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Agreement, Backend, BackendContext, JoiningAnswer } from "../backend.ts";
import { ALL_WELL, type Condition } from "../condition.ts";
import { type EndingClock, endingContext } from "../ending-clock.ts";
import type { ActualState, StateChange } from "./actual-state.ts";
import type { Delays } from "./device-behaviour.ts";
import { FaultInjection, type Outcome } from "./fault-injection.ts";
import type { ActiveFault, Happening } from "./happening.ts";
import { Joining } from "./joining.ts";
import { SimulatedNetwork } from "./network.ts";
import { newcomerBeside } from "./newcomer.ts";
import type { PlayOptions } from "./script/play.ts";
import { type PlayingScript, PlayingScripts } from "./script/playing-scripts.ts";
import type { Script } from "./script/script.ts";

/** A back end with simulated devices, faults included. */
export interface SimulatedBackend extends Backend {
  /** Injects an event; not allowed for the gateway itself, nor a switch where there is none. */
  happen(happening: Happening): Outcome;
  /** The faults that are active at the moment. */
  activeFaults(): readonly ActiveFault[];
  /** The actual states of the devices. */
  actualStates(): readonly ActualState[];
  /** Plays a script, an hour in a second by default; returns what stops it. */
  play(script: Script, options?: PlayOptions): () => void;
  /** The scripts that are being played, whoever plays them. */
  playingScripts(): readonly PlayingScript[];
}

const ORDINARY_DELAYS: Delays = { latencyMillis: 20, reportLateMillis: 0 };

/** The devices begin as the home shows them. */
export function startSimulatedBackend(context: BackendContext, delays: Partial<Delays> = {}): SimulatedBackend {
  const backend = new RunningSimulation(context, { ...ORDINARY_DELAYS, ...delays });
  backend.start();
  return backend;
}

class RunningSimulation implements SimulatedBackend {
  readonly #context: BackendContext;
  readonly #clock: EndingClock;
  readonly #network: SimulatedNetwork;
  readonly #faults: FaultInjection;
  readonly #joining: Joining;
  readonly #scripts: PlayingScripts;

  constructor(context: BackendContext, usualDelays: Delays) {
    ({ context: this.#context, clock: this.#clock } = endingContext(context));
    this.#network = new SimulatedNetwork(this.#context, usualDelays);
    this.#faults = new FaultInjection(this.#network, this.#clock);
    this.#joining = new Joining(this.#clock, () => this.#joinNext());
    this.#scripts = new PlayingScripts({ clock: this.#clock, happen: (happening) => this.happen(happening) });
  }

  start(): void {
    this.#network.addAll();
  }

  *setLights(commands: Iterable<LightCommand>): Steps<void> {
    for (const { light, desired } of commands) {
      this.#command(light.deviceId, { kind: "lightChanged", lightId: light.id, state: desired });
      yield;
    }
  }

  attainable(_light: Light, command: Partial<LightState>): Partial<LightState> {
    return command;
  }

  setSyncBox({ id, deviceId }: SyncBox, command: Partial<SyncBoxState>): void {
    this.#command(deviceId, { kind: "syncBoxChanged", syncBoxId: id, state: command });
  }

  /** Simulated devices that are out of reach are offline, which the home knows. */
  whyUnreachable(): undefined {
    return undefined;
  }

  /** Simulated devices know no names and keep no scenes; removals come through `follow`. */
  async agree(): Promise<Agreement> {
    return "no-part";
  }

  async openJoining(millis: number): Promise<JoiningAnswer> {
    if (this.#clock.hasEnded) return { isDone: false, problems: ["The gateway was stopped."] };
    this.#joining.open(millis);
    return { isDone: true, problems: [] };
  }

  joiningMillisLeft(): number {
    return this.#joining.millisLeft();
  }

  follow(replacements: readonly Replacement[]): void {
    this.#network.follow(replacements);
  }

  condition(): Condition {
    const signsOf = (deviceId: DeviceId) => {
      const device = this.#network.device(deviceId);
      const seenMillis = typeof device === "string" ? undefined : device.seenMillis;
      return seenMillis === undefined ? {} : { seenMillis };
    };
    return { ...ALL_WELL, signsOf };
  }

  happen(happening: Happening): Outcome {
    return this.#faults.happen(happening);
  }

  activeFaults(): readonly ActiveFault[] {
    return this.#faults.list();
  }

  actualStates(): readonly ActualState[] {
    return this.#network.devices().map(({ actualState }) => actualState);
  }

  play(script: Script, options: PlayOptions = {}): () => void {
    return this.#scripts.play(script, options);
  }

  playingScripts(): readonly PlayingScript[] {
    return this.#scripts.list();
  }

  async stop(): Promise<void> {
    this.#joining.open(0);
    this.#clock.end();
  }

  /** Draws a random delivery even for an offline device, so that faults depend on nothing but the commands. */
  #command(deviceId: DeviceId, command: StateChange): void {
    const delivery = this.#faults.nextDelivery();
    const device = this.#network.device(deviceId);
    if (typeof device !== "string") device.command(command, delivery);
  }

  #joinNext(): void {
    const [first] = this.#network.away();
    this.#network.join(first ?? newcomerBeside(this.#context.home.devices.all()));
  }
}
