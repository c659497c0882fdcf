import { Type } from "typebox";

/** Timers are not set for longer. */
const MOST_MILLIS = 2_147_483_647;

export const Millis = Type.Number({ minimum: 0, maximum: MOST_MILLIS, description: "a number of milliseconds" });
export const Count = Type.Integer({ minimum: 1, description: "a whole number of at least 1" });
