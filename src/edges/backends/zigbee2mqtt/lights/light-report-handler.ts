import { idFrom, type LightId } from "../../../../core/home/model/ids.ts";
import type { Light, LightState } from "../../../../core/home/model/light.ts";
import { distanceFromDesired } from "../../../../core/home/state-tolerance.ts";
import type { BackendContext } from "../../backend.ts";
import { type FreshnessOfLight, TRACKED } from "../../condition.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { StateReport } from "../bridge/device-topics.ts";
import type { PeerState } from "../bridge/protocol/peer-state.ts";
import type { Problems } from "../problems.ts";
import { DeferredCommands } from "../replicas/deferred-commands.ts";
import { LastOnStates } from "../replicas/last-on-states.ts";
import type { LightRegistry } from "./light-registry.ts";
import type { LightTracker } from "./light-tracker.ts";

export interface LightReportHandlerDependencies {
  readonly context: BackendContext;
  readonly problems: Problems;
  readonly lights: LightRegistry;
  /** A light changed perceptibly. */
  readonly onPerceptibleChange: (tracker: LightTracker) => void;
}

/** Turns reports of lights, and the states that peers share, into changes of the home's lights. */
export class LightReportHandler {
  readonly deferredCommands: DeferredCommands;
  readonly #dependencies: LightReportHandlerDependencies;
  readonly #lastOnStates: LastOnStates;

  constructor(dependencies: LightReportHandlerDependencies) {
    const { context, lights } = dependencies;
    this.#dependencies = dependencies;
    this.deferredCommands = new DeferredCommands(lights, context.report);
    this.#lastOnStates = new LastOnStates(lights, context.clock);
  }

  /** The broker is about to deliver all retained peer states anew. */
  onOpened(bridge: Bridge): void {
    this.deferredCommands.onOpened(bridge);
    this.#lastOnStates.onOpened(bridge);
  }

  handle(tracker: LightTracker, report: StateReport): void {
    const { context, problems: allProblems, onPerceptibleChange } = this.#dependencies;
    const { lightId, freshness, isOn: wasOn } = tracker;
    const before = context.home.lights.get(lightId);
    const { state: reported, problems } = tracker.applyReport(report);
    const state = reported.on === false ? { ...reported, ...this.#stateWhileOff(tracker) } : reported;
    if (state.on === true) this.deferredCommands.clear(tracker);
    if (before && wasOn && state.on === false && !report.isRemembered) this.#lastOnStates.record(tracker, before);
    for (const words of problems) allProblems.add(tracker.listed.entry.name, words);
    if (Object.keys(state).length === 0 || !before) return;
    context.report({ kind: "lightChanged", lightId, state });
    if (isPerceptibleChange(before, state, freshness)) onPerceptibleChange(tracker);
  }

  /** The home got a light anew, or an old state of the light: what is known of the light is reported again. */
  reportAgain(lightId: LightId): void {
    const { lights, context } = this.#dependencies;
    const tracker = lights.get(lightId);
    if (!tracker?.hasReported || !context.home.lights.get(lightId)) return;
    const { isOn, lastOnState } = tracker;
    const state = { ...lastOnState, ...(isOn ? {} : this.#stateWhileOff(tracker)), on: isOn };
    context.report({ kind: "lightChanged", lightId, state });
  }

  onPeerState({ kind, subject, value }: PeerState): void {
    const lightId = idFrom<LightId>(subject);
    if (kind === "held") this.deferredCommands.onPeerState(lightId, value);
    else this.#onPeerLastOnState(lightId, value);
  }

  /** Publishes what is still to be shared with peers. */
  flush(): void {
    this.#lastOnStates.flush();
  }

  #onPeerLastOnState(lightId: LightId, value: unknown): void {
    const { lights, context } = this.#dependencies;
    this.#lastOnStates.onPeerState(lightId, value);
    const tracker = lights.get(lightId);
    const state = tracker && !tracker.isOn ? this.#stateWhileOff(tracker) : {};
    if (Object.keys(state).length > 0) context.report({ kind: "lightChanged", lightId, state });
  }

  /** A light that is off shows its deferred commands, and else its state of before it was turned off. */
  #stateWhileOff(tracker: LightTracker): Partial<LightState> {
    return { ...this.#lastOnStates.of(tracker), ...tracker.deferred };
  }
}

/** Whether a confirmed state changed by more than the rounding tolerance. */
const isPerceptibleChange = (before: Light, state: Partial<LightState>, freshness: FreshnessOfLight): boolean =>
  TRACKED.some((key) => {
    const value = state[key];
    return value !== undefined && freshness[key] === "confirmed" && distanceFromDesired(key, before[key], value) > 1;
  });
