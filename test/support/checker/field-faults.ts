import type { Kind } from "../../../src/programs/checker/resources.ts";
import type { RuleId } from "../../../src/programs/checker/rules.ts";
import type { Wire } from "../http/http-client.ts";

/** One thing that is wrong with one field of a resource. */
export interface FieldFault {
  readonly kind: Kind;
  readonly field: string;
  readonly is: string;
  /** The rule that it breaks, and it alone. */
  readonly rule: RuleId;
  /** Does nothing to a resource that has no such field. */
  readonly spoil: (resource: Wire) => void;
}

/** A field as the tables of spec §2 have it: what it is not, by its type and by its values. */
interface Field {
  readonly otherTypes: readonly unknown[];
  readonly otherValues?: readonly unknown[];
  readonly isOptional?: boolean;
}

const TEXT: Field = { otherTypes: [7, true, null, ["text"]] };
const UUID: Field = { ...TEXT, otherValues: ["", "LX-1", "00000000000040008000000000000001"] };
const INTEGER: Field = { otherTypes: ["1", 1.5, true, null] };
const from = (...otherValues: readonly unknown[]): Field => ({ ...INTEGER, otherValues });
const FLAG = from(2, -1);
const ARRAY: Field = { otherTypes: [{}, "[]", null] };
const OBJECT: Field = { otherTypes: [[], "{}", null] };
const always = (word: string): Field => ({ otherTypes: [7, null], otherValues: [word.toUpperCase(), "other"] });
const KELVIN = from(1999, 6501);
const optional = (field: Field): Field => ({ ...field, isOptional: true });

/** Spec §2.2 to §2.6; a field inside another, or inside the first item of another, has its path for a name. */
const FIELDS: Readonly<Record<Kind, Readonly<Record<string, Field>>>> = {
  device: {
    id: UUID,
    type: always("device"),
    name: TEXT,
    join_status: FLAG,
    online: FLAG,
    has_new: FLAG,
    product: OBJECT,
    "product.cat1_id": from(0, 5),
    "product.cat1_name": TEXT,
    "product.cat2_id": INTEGER,
    "product.cat2_name": TEXT,
    "product.cat3_id": INTEGER,
    "product.cat3_name": TEXT,
    "product.manufacturer": TEXT,
    "product.model": TEXT,
    "product.hardware_version": TEXT,
    "product.software_version": TEXT,
    "product.zigbee_version": TEXT,
    services: ARRAY,
    "services.0.rid": UUID,
    "services.0.rtype": TEXT,
  },
  light: {
    id: UUID,
    type: always("light"),
    name: TEXT,
    on: FLAG,
    brightness: from(0, 101),
    color_mode: from(-1, 4),
    color_cw: KELVIN,
    color_x: INTEGER,
    color_y: INTEGER,
    color_len: INTEGER,
    color_arr: ARRAY,
    "color_arr.0.x": INTEGER,
    "color_arr.0.y": INTEGER,
    pack: optional({ otherTypes: [[1], "pack"] }),
    position_x: optional(INTEGER),
    position_y: optional(INTEGER),
    positions: TEXT,
    power_on: optional(OBJECT),
    "power_on.mode": from(5),
    "power_on.on_mode": from(3),
    "power_on.on": FLAG,
    "power_on.brightness_mode": from(3),
    "power_on.brightness": from(-1, 101),
    "power_on.color_mode": from(4),
    "power_on.color_x": INTEGER,
    "power_on.color_y": INTEGER,
    "power_on.color_cw": KELVIN,
    support_segment: FLAG,
    support_dynamic: FLAG,
    ability: from(-1, 256),
    color_rgb: optional(INTEGER),
    color_rgb_arr: optional(ARRAY),
    ext_attr: optional(OBJECT),
    motion: optional(OBJECT),
    motion_type: optional(ARRAY),
    sync_status: optional(INTEGER),
  },
  sync: {
    id: UUID,
    type: always("sync"),
    name: TEXT,
    ability: INTEGER,
    on: FLAG,
    brightness: from(0, 101),
    source: from(2),
    mode: from(3),
    frequency: from(4),
    stop_action: from(1, 3),
    color_config: from(0, 5),
    color_config_1: ARRAY,
    color_config_2: ARRAY,
    color_config_3: ARRAY,
    color_config_4: ARRAY,
    "color_config_1.0.x": INTEGER,
    "color_config_2.0.y": INTEGER,
    "color_config_3.0.position_x": INTEGER,
    "color_config_4.0.position_y": INTEGER,
    area_id: TEXT,
    area_name: TEXT,
  },
  room: {
    id: UUID,
    type: always("room"),
    name: TEXT,
    room_kind: from(3, -1),
    room_type: TEXT,
    icon: TEXT,
    background: INTEGER,
    sequence: INTEGER,
    children: ARRAY,
    "children.0.rid": UUID,
    "children.0.rtype": always("device"),
    services: ARRAY,
    "services.0.rid": UUID,
    "services.0.rtype": TEXT,
  },
  scene: {
    id: UUID,
    type: always("scene"),
    parent_id: UUID,
    parent_type: always("group_light"),
    name: TEXT,
    scene_type: from(0, 3),
    is_active: FLAG,
    picture_id: TEXT,
    picture_type: always("file"),
    picture_url: TEXT,
    icon: TEXT,
    background: TEXT,
    sequence: INTEGER,
    colors: ARRAY,
  },
};

const isIdentifier = (field: string): boolean => /(^|\.)(id|rid|parent_id)$/.test(field);

function faultsOf(
  kind: Kind,
  field: string,
  { otherTypes, otherValues = [], isOptional = false }: Field,
): FieldFault[] {
  const wrong = (rule: RuleId) => (value: unknown) => ({
    kind,
    field,
    is: JSON.stringify(value),
    rule,
    spoil: inside(field, (parent, name) => {
      parent[name] = value;
    }),
  });
  const missing: FieldFault = {
    kind,
    field,
    is: "missing",
    rule: `${kind}.fields`,
    spoil: inside(field, (parent, name) => {
      delete parent[name];
    }),
  };
  return [
    ...(isOptional ? [] : [missing]),
    ...otherTypes.map(wrong(`${kind}.fields`)),
    ...otherValues.map(wrong(isIdentifier(field) ? "id.uuid" : `${kind}.values`)),
  ];
}

/** Changes the field of a path, if the resource has it. */
const inside =
  (field: string, change: (parent: Wire, name: string) => void) =>
  (resource: Wire): void => {
    const path = field.split(".");
    const name = path.pop() ?? "";
    const parent = path.reduce((value, step) => value?.[step], resource);
    if (parent?.[name] !== undefined) change(parent, name);
  };

/** Every fault of every field. */
export const FIELD_FAULTS: readonly FieldFault[] = Object.entries(FIELDS).flatMap(([kind, fields]) =>
  Object.entries(fields).flatMap(([field, described]) => faultsOf(kind as Kind, field, described)),
);
