import { type Static, Type } from "typebox";
import type { AccessKey } from "../../home/model/access-key.ts";
import { orNull } from "../values.ts";

/** A client's key as an operator sees it, without anything that would help to use it. */
export const KeyView = Type.Object({
  id: Type.String(),
  /** What the client called itself. */
  name: Type.String(),
  /** In ISO 8601. */
  madeAt: Type.String(),
  /** In ISO 8601; null until it was used for the first time. */
  lastUsedAt: orNull(Type.String()),
});
export type KeyView = Static<typeof KeyView>;

export const viewOfKey = ({ id, name, madeAt, lastUsedAt }: AccessKey): KeyView => ({ id, name, madeAt, lastUsedAt });
