import { type Static, Type } from "typebox";

/** What came of reading the settings again: their names. */
export const Reloaded = Type.Object({
  taken: Type.Array(Type.String()),
  /** Changed, but not taken over before a restart. */
  needRestart: Type.Array(Type.String()),
});
export type Reloaded = Static<typeof Reloaded>;
