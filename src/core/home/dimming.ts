import type { Steps } from "../../shared/steps.ts";
import { patched } from "./changes/replacement.ts";
import type { Dimming, Light, LightState } from "./model/light.ts";

/** The brightnesses that there are. */
const FAINTEST_PERCENT = 1;
const FULL_PERCENT = 100;

/**
 * A light's share may be beyond what the light can show, but not by more than the largest ratio that lights can show: so it
 * stays bounded however often its room is dimmed.
 */
export const FAINTEST_SHARE = FAINTEST_PERCENT / 100;
export const LARGEST_SHARE = FULL_PERCENT * 100;

/** Halvings of the range in which the factor is: then it is as exact as numbers are. */
const HALVINGS = 64;

/** Numbers are not quite exact: a half is rounded down, and so is what should have been one. */
const ALMOST_HALF = 0.5 + 1e-9;

export type Dimmed = Pick<LightState, "brightnessPercent">;

/** A brightness without `on` dims the lights of a room that are on, and does not make them alike (G86). */
export const isDimming = (state: Partial<LightState>): state is Partial<LightState> & Dimmed =>
  state.on === undefined && state.brightnessPercent !== undefined;

/** Whether dimming its room changes a light. */
export const isDimmable = ({ on, abilities }: Pick<Light, "on" | "abilities">): boolean =>
  on && abilities.includes("brightness");

/** A light whose brightness is no longer what its room was dimmed to. */
export function undimmed(light: Light): Light {
  const { dimming, ...others } = light;
  return dimming ? others : light;
}

/** What a light becomes by a command: a brightness of its own ends what was remembered of it. */
export const commanded = (light: Light, state: Partial<LightState>): Light =>
  patched(state.brightnessPercent === undefined ? light : undimmed(light), state);

/** A light with its share of its room's brightness. What it was made comes back exactly with the factor 1. */
export function dimmedBy(light: Light, factor: number): Light {
  const known = dimmingOf(light);
  if (known.factor === factor) return light;
  const { madePercent } = known;
  if (factor === 1) return patched(undimmed(light), { brightnessPercent: madePercent });
  const brightnessPercent = shownPercent(Math.ceil(madePercent * factor - ALMOST_HALF));
  return { ...light, brightnessPercent, dimming: { madePercent, factor } };
}

/**
 * What the brightness that each light was made is to be multiplied by, so that the lights that are on are as bright as
 * given in the mean. All are multiplied by the same; a light that would be brighter than full, or fainter than the
 * faintest, shows that, and the others make up for it.
 */
export function* dimmer(lights: readonly Light[], meanPercent: number): Steps<(light: Light) => number> {
  const made = new Map<number, number>();
  const shares = new Map<number, number>();
  const factors = new Set<number>();
  for (const light of lights) {
    yield;
    if (!isDimmable(light)) continue;
    const dimming = dimmingOf(light);
    countOne(made, dimming.madePercent);
    countOne(shares, shareOf(dimming));
    factors.add(dimming.factor);
  }
  // Dimmed together since they were made: what they were made counts, so that it comes back exactly.
  const areTogether = factors.size <= 1;
  const levels = areTogether ? made : shares;
  const factor = yield* factorFor(levels, shownPercent(meanPercent));
  if (areTogether) return () => factor;
  return (light) => {
    const { madePercent, factor: former } = dimmingOf(light);
    return within(former * factor, FAINTEST_SHARE / madePercent, LARGEST_SHARE / madePercent);
  };
}

/** The same for all levels, each of which so many lights have. */
function* factorFor(levels: ReadonlyMap<number, number>, meanPercent: number): Steps<number> {
  if (levels.size === 0 || Math.round(meanOf(levels, 1)) === meanPercent) return 1;
  let [low, high] = [1 / Math.max(...levels.keys()), FULL_PERCENT / Math.min(...levels.keys())];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = Math.sqrt(low * high);
    if (meanOf(levels, middle) < meanPercent) low = middle;
    else high = middle;
    yield;
  }
  return high;
}

const countOne = (counts: Map<number, number>, level: number): unknown =>
  counts.set(level, (counts.get(level) ?? 0) + 1);

function meanOf(levels: ReadonlyMap<number, number>, factor: number): number {
  let [sum, count] = [0, 0];
  for (const [level, lights] of levels) {
    sum += lights * shownPercent(level * factor);
    count += lights;
  }
  return sum / count;
}

const dimmingOf = ({ dimming, brightnessPercent }: Light): Dimming =>
  dimming ?? { madePercent: shownPercent(brightnessPercent), factor: 1 };

/** What a light would show if it could show anything. */
const shareOf = ({ madePercent, factor }: Dimming): number =>
  within(madePercent * factor, FAINTEST_SHARE, LARGEST_SHARE);

const shownPercent = (percent: number): number => within(percent, FAINTEST_PERCENT, FULL_PERCENT);

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
