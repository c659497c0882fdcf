import { type Static, Type } from "typebox";
import { Flag, oneOf, Uuid, UuidOrEmpty } from "./values.ts";

/** Spec §2.6. */
export const WireScene = Type.Object({
  id: Uuid,
  type: Type.Literal("scene"),
  parent_id: Uuid,
  parent_type: Type.Literal("group_light"),
  name: Type.String(),
  scene_type: oneOf(1, 2),
  is_active: Flag,
  picture_id: Type.String(),
  picture_type: Type.Literal("file"),
  picture_url: Type.String(),
  icon: Type.String(),
  background: Type.String(),
  sequence: Type.Integer(),
  colors: Type.Array(Type.Integer({ minimum: 0, maximum: 0xffffffff })),
});
export type WireScene = Static<typeof WireScene>;

/** The JSON body that filters the scene list: spec §4.8. `{}` is no filter (G20). */
export const WireSceneFilter = Type.Object({ room_uuid: Type.Optional(UuidOrEmpty) });
