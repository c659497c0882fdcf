import { type Static, Type } from "typebox";
import { described, Flag, oneOf, RESERVED, Uuid, UuidOrEmpty } from "./values.ts";

/** Spec §2.6. */
export const WireScene = Type.Object(
  {
    id: described(Uuid, "UUID of the scene"),
    type: Type.Literal("scene", { description: "Always `scene`" }),
    parent_id: described(Uuid, "UUID of the group light that the scene belongs to"),
    parent_type: Type.Literal("group_light", { description: "Always `group_light`" }),
    name: Type.String({ description: "Name of the scene" }),
    scene_type: described(oneOf(1, 2), "1 colour scene, 2 picture scene"),
    is_active: described(Flag, "1 active, 0 not"),
    picture_id: Type.String({ description: "Identifier of a picture scene's picture; otherwise empty" }),
    picture_type: Type.Literal("file", { description: "Always `file`" }),
    picture_url: Type.String({ description: "URL of the picture, with the host name that the client used" }),
    icon: Type.String({ description: RESERVED }),
    background: Type.String({ description: RESERVED }),
    sequence: Type.Integer({ description: RESERVED }),
    colors: Type.Array(Type.Integer({ minimum: 0, maximum: 0xffffffff }), {
      description: "Its colours as 0xAARRGGBB with alpha FF",
    }),
  },
  { description: "A scene of a room" },
);
export type WireScene = Static<typeof WireScene>;

/** The JSON body that filters the scene list: spec §4.8. `{}` is no filter (G20). */
export const WireSceneFilter = Type.Object(
  {
    room_uuid: Type.Optional(described(UuidOrEmpty, "Only the scenes of this room; an empty text is no filter")),
  },
  { description: "The filter of the list of scenes; `{}` is no filter" },
);
