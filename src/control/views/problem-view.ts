import { type Static, Type } from "typebox";
import type { Problem } from "../../backends/condition.ts";
import { orNull } from "../values.ts";

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
