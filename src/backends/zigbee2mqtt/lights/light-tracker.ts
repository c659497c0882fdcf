import type { LightId } from "../../../home/ids.ts";
import type { LightState } from "../../../home/light.ts";
import type { Freshness, FreshnessOfLight } from "../../condition.ts";
import type { StateReport } from "../bridge/bridge-listener.ts";
import type { JsonObject } from "../json-values.ts";
import type { Lamp } from "../models/capabilities.ts";
import { expectGradient } from "../models/gradient-memory.ts";
import { parseLightState } from "../models/light-state.ts";
import { mergeState, reportedNow } from "../models/merge-state.ts";
import type { ListedDevice } from "../reconcile/reconcile-devices.ts";

const SHOWN = ["on", "brightnessPercent", "colour"] as const;
type Shown = (typeof SHOWN)[number];

const all = (freshness: Freshness): FreshnessOfLight => ({
  on: freshness,
  brightnessPercent: freshness,
  colour: freshness,
});

const shownIn = (state: Partial<LightState>): readonly Shown[] => SHOWN.filter((key) => state[key] !== undefined);

/** What is known of one light beyond what the home shows: how it is spoken to, and how sure it is what it shows. */
export class LightTracker {
  readonly lightId: LightId;
  #listed: ListedDevice;
  #lamp: Lamp;
  #freshness: FreshnessOfLight;
  #isOn: boolean;
  /** Nothing was ever heard of it. */
  #isNew: boolean;
  #told: JsonObject = {};
  #held: Partial<LightState> = {};
  #whileOn: Partial<LightState> = {};

  constructor(
    { lightId, listed, lamp }: { readonly lightId: LightId; readonly listed: ListedDevice; readonly lamp: Lamp },
    { on, freshness }: { readonly on: boolean; readonly freshness: Freshness },
  ) {
    this.lightId = lightId;
    this.#listed = listed;
    this.#lamp = lamp;
    this.#isOn = on;
    this.#freshness = all(freshness);
    this.#isNew = freshness === "assumed";
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

  /** As it said itself. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Whether anything was ever heard of it. */
  get isHeard(): boolean {
    return !this.#isNew;
  }

  /** How it was when it was on, as it said itself. */
  get whileOn(): Partial<LightState> {
    return this.#whileOn;
  }

  /** What it was wished while it was off, and is told again with the next wish that turns it on. */
  get held(): Partial<LightState> {
    return this.#held;
  }

  /** The same lamp, by another name perhaps, or described otherwise. */
  follow(listed: ListedDevice, lamp: Lamp): void {
    this.#listed = listed;
    this.#lamp = lamp;
  }

  /** Takes in what was said of it; gives what that means. */
  hear({ values, isRetained, isRemembered }: StateReport): ReturnType<typeof parseLightState> {
    // It is older than what was confirmed since.
    if (isRemembered && this.#freshness.on === "confirmed") return { state: {}, problems: [] };
    this.#told = mergeState(this.#told, values, [this.#lamp]);
    const told = reportedNow(this.#told, values, this.#lamp);
    const read = parseLightState(this.#lamp, told, this.#isOn);
    const { on } = read.state;
    const before = on === false && (isRetained || this.#isNew) ? this.#before(told) : {};
    if (on !== undefined) [this.#isOn, this.#isNew] = [on, false];
    if (this.#isOn) this.#whileOn = { ...this.#whileOn, ...read.state };
    const said = isRemembered ? this.#unconfirmed({ ...before, ...read.state }) : { ...before, ...read.state };
    this.#mark(shownIn(said), "remembered");
    if (!isRemembered) this.#mark(shownIn(read.state), "confirmed");
    return { ...read, state: said };
  }

  /** Without what was confirmed already, though nobody said whether it is on. */
  #unconfirmed(state: Partial<LightState>): Partial<LightState> {
    const rest: { -readonly [Key in keyof LightState]?: LightState[Key] } = { ...state };
    for (const key of SHOWN) if (this.#freshness[key] === "confirmed") delete rest[key];
    return rest;
  }

  /** What is kept of one that is off says how it was before, and so does what is heard of it first: nobody knows better. */
  #before(told: JsonObject): Partial<LightState> {
    const { [this.#lamp.state.property]: _, ...others } = told;
    return parseLightState(this.#lamp, others, true).state;
  }

  /** It was told this, and has not answered yet. */
  assume(wish: Partial<LightState>): void {
    if (wish.colour?.mode === "segments") this.#told = expectGradient(this.#told, this.#lamp);
    this.#mark(shownIn(wish), "assumed");
  }

  hold(wish: Partial<LightState>): void {
    const { on: _, ...rest } = wish;
    this.#held = { ...this.#held, ...rest };
  }

  release(): void {
    this.#held = {};
  }

  /** What it said was true then; now nobody hears it. */
  lose(): void {
    this.#mark(
      SHOWN.filter((key) => this.#freshness[key] === "confirmed"),
      "remembered",
    );
  }

  #mark(keys: readonly Shown[], freshness: Freshness): void {
    const marked = keys.map((key) => [key, freshness] as const);
    this.#freshness = { ...this.#freshness, ...Object.fromEntries(marked) };
  }
}
