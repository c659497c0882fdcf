import { type TSchema, Type } from "typebox";
import { Check } from "typebox/value";

const Reference = Type.Object({ rid: Type.String(), rtype: Type.String() });
const Named = { id: Type.String(), name: Type.String() };

/** The fields of each resource that are needed to find it by name and to know what it can do. */
export const SEEN = {
  device: Type.Object({
    ...Named,
    online: Type.Number(),
    join_status: Type.Number(),
    product: Type.Object({ cat1_id: Type.Number(), cat3_id: Type.Number() }),
    services: Type.Array(Reference),
  }),
  light: Type.Object({
    ...Named,
    on: Type.Number(),
    brightness: Type.Number(),
    color_mode: Type.Number(),
    color_cw: Type.Number(),
    color_x: Type.Number(),
    color_y: Type.Number(),
    color_arr: Type.Array(Type.Object({ x: Type.Number(), y: Type.Number() })),
    ability: Type.Number(),
  }),
  sync: Type.Object(Named),
  room: Type.Object({
    ...Named,
    room_kind: Type.Number(),
    children: Type.Array(Reference),
    services: Type.Array(Reference),
  }),
  scene: Type.Object({ ...Named, parent_id: Type.String() }),
};

/** Resources with all needed fields, each once. Another gateway may be of any make, so other resources are ignored. */
export function seen<Resource extends { readonly id: string }>(
  schema: TSchema,
  resources: readonly Resource[],
): readonly Resource[] {
  const whole = resources.filter((resource) => Check(schema, resource));
  return [...new Map(whole.map((resource) => [keyOf(resource.id), resource])).values()];
}

/** Look-ups ignore case (G3). */
export const keyOf = (id: string): string => id.toUpperCase();
