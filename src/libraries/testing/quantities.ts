import { Type } from "typebox";

export const Millis = Type.Number({ minimum: 0, description: "a number of milliseconds" });
export const Count = Type.Integer({ minimum: 1, description: "a whole number of at least 1" });
