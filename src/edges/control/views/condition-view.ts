import { type Static, Type } from "typebox";
import type { Home } from "../../../core/home/home.ts";
import type { Light } from "../../../core/home/model/light.ts";
import { normalRoomOf } from "../../../core/home/select.ts";
import type { FreshnessOfLight, Problem } from "../../backends/condition.ts";
import { orNull } from "../values.ts";
import { formatPercent, viewOfLight } from "./light-view.ts";

/** Something that was set aside, or is not as it should be, as an operator sees it. */
export const ProblemView = Type.Object({
  /** A device, a topic, a broker. */
  about: Type.String(),
  words: Type.String(),
  /** How often it was seen. */
  count: Type.Integer(),
  /** How long ago it was last seen. */
  agoMillis: Type.Number(),
  /** For how long it is so without a break, and still is; null for what was seen now and then. */
  forMillis: orNull(Type.Number()),
});
export type ProblemView = Static<typeof ProblemView>;

export const viewOfProblem = (
  { about, description, count, lastMillis, sinceMillis }: Problem,
  nowMillis: number,
): ProblemView => ({
  about,
  words: description,
  count,
  agoMillis: Math.max(0, nowMillis - lastMillis),
  forMillis: sinceMillis === undefined ? null : Math.max(0, nowMillis - sinceMillis),
});

/** A value as it is shown, and how it is known. */
const Known = Type.Object({
  shown: Type.String(),
  /** The lamp reported it; it was commanded or is assumed; or it was so before a restart. */
  known: Type.Enum(["confirmed", "assumed", "remembered"]),
});
export type Known = Static<typeof Known>;

/** How well each thing is known that a lamp shows. */
export const FreshnessView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  room: orNull(Type.String()),
  on: Known,
  /** Null for one that cannot be dimmed. */
  brightness: orNull(Known),
  /** Null for one that has no colours. */
  colour: orNull(Known),
});
export type FreshnessView = Static<typeof FreshnessView>;

export function viewOfFreshness(home: Home, light: Light, freshness: FreshnessOfLight): FreshnessView {
  const { on, brightnessPercent, colours } = viewOfLight(light);
  return {
    id: light.id,
    name: light.name,
    room: normalRoomOf(home, light.deviceId)?.name ?? null,
    on: { shown: on ? "on" : "off", known: freshness.on },
    brightness:
      brightnessPercent === null
        ? null
        : { shown: formatPercent(brightnessPercent), known: freshness.brightnessPercent },
    colour: colours.length === 0 ? null : { shown: colours.join(" "), known: freshness.colour },
  };
}
