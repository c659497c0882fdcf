import type { LightId } from "../../../../core/home/model/ids.ts";
import type { LightState } from "../../../../core/home/model/light.ts";
import type { JsonObject } from "../../../../shared/is-object.ts";
import { allOf, type Freshness, type FreshnessOfLight, TRACKED, type Tracked } from "../../condition.ts";
import type { StateReport } from "../bridge/device-topics.ts";
import type { Lamp } from "../models/capabilities.ts";
import { type ParsedLightState, parseLightState } from "../models/light-state.ts";
import { expectGradient, type MergedState, mergeState, NOTHING_REPORTED, reportedNow } from "../models/merge-state.ts";
import type { ListedDevice } from "../reconcile/reconcile-devices.ts";

const trackedIn = (state: Partial<LightState>): readonly Tracked[] => TRACKED.filter((key) => state[key] !== undefined);

/** What is known of one light beside its state in the home: its address, its last report, and how fresh that is. */
export class LightTracker {
  readonly lightId: LightId;
  #listed: ListedDevice;
  #lamp: Lamp;
  #freshness: FreshnessOfLight;
  #isOn: boolean;
  #hasReported: boolean;
  #reported: MergedState = NOTHING_REPORTED;
  #deferred: Partial<LightState> = {};
  #lastOnState: Partial<LightState> = {};

  constructor(
    { lightId, listed, lamp }: { readonly lightId: LightId; readonly listed: ListedDevice; readonly lamp: Lamp },
    { on, freshness }: { readonly on: boolean; readonly freshness: Freshness },
  ) {
    this.lightId = lightId;
    this.#listed = listed;
    this.#lamp = lamp;
    this.#isOn = on;
    this.#freshness = allOf(freshness);
    this.#hasReported = freshness !== "assumed";
  }

  get lamp(): Lamp {
    return this.#lamp;
  }

  get listed(): ListedDevice {
    return this.#listed;
  }

  get freshness(): FreshnessOfLight {
    return this.#freshness;
  }

  /** As last reported. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Whether the light ever reported its state, to this run of the gateway or to one before. */
  get hasReported(): boolean {
    return this.#hasReported;
  }

  /** What the light last reported while it was on. */
  get lastOnState(): Partial<LightState> {
    return this.#lastOnState;
  }

  /** Commands that came while the light was off: they are sent again with the next command that turns it on. */
  get deferred(): Partial<LightState> {
    return this.#deferred;
  }

  /** The device is listed again, perhaps with another name or other capabilities. */
  update(listed: ListedDevice, lamp: Lamp): void {
    this.#listed = listed;
    this.#lamp = lamp;
  }

  /** Merges a report, and returns the state that follows from the report. */
  applyReport({ values, isRetained, isRemembered }: StateReport): ParsedLightState {
    // A remembered report is older than a confirmed state.
    if (isRemembered && this.#freshness.on === "confirmed") return { state: {}, problems: [] };
    this.#reported = mergeState(this.#reported, values, this.#lamp);
    const reported = reportedNow(this.#reported, values, this.#lamp);
    const parsed = parseLightState(this.#lamp, reported, this.#isOn);
    const { on } = parsed.state;
    const before = on === false && (isRetained || !this.#hasReported) ? this.#stateBeforeOff(reported) : {};
    if (on !== undefined) [this.#isOn, this.#hasReported] = [on, true];
    if (this.#isOn) this.#lastOnState = { ...this.#lastOnState, ...parsed.state };
    const whole = { ...before, ...parsed.state };
    const state = isRemembered ? this.#withoutConfirmed(whole) : whole;
    this.#mark(trackedIn(state), "remembered");
    if (!isRemembered) this.#mark(trackedIn(parsed.state), "confirmed");
    return { ...parsed, state };
  }

  /** A part of the state may be confirmed before `on` is: a remembered report does not replace that part. */
  #withoutConfirmed(state: Partial<LightState>): Partial<LightState> {
    const rest: { -readonly [Key in keyof LightState]?: LightState[Key] } = { ...state };
    for (const key of TRACKED) if (this.#freshness[key] === "confirmed") delete rest[key];
    return rest;
  }

  /**
   * The other values in a report of a light that is off are those of before it was turned off. They count only where
   * nothing better is known: in a retained report, and in the first report of all.
   */
  #stateBeforeOff(reported: JsonObject): Partial<LightState> {
    const { [this.#lamp.state.property]: _, ...others } = reported;
    return parseLightState(this.#lamp, others, true).state;
  }

  /** A command was sent, and the light has not reported since. */
  assume(command: Partial<LightState>): void {
    if (command.colour?.mode === "segments") this.#reported = expectGradient(this.#reported);
    this.#mark(trackedIn(command), "assumed");
  }

  defer(command: Partial<LightState>): void {
    const { on: _, ...rest } = command;
    this.#deferred = { ...this.#deferred, ...rest };
  }

  clearDeferred(): void {
    this.#deferred = {};
  }

  /** The bridge is away: confirmed values may have changed since. */
  markUnconfirmed(): void {
    this.#mark(
      TRACKED.filter((key) => this.#freshness[key] === "confirmed"),
      "remembered",
    );
  }

  #mark(keys: readonly Tracked[], freshness: Freshness): void {
    const marked = keys.map((key) => [key, freshness] as const);
    this.#freshness = { ...this.#freshness, ...Object.fromEntries(marked) };
  }
}
