import { WIRE_TYPES, type WireResources, type WireType } from "../../core/contract/events.ts";
import { WIRE_SCHEMAS } from "../../core/contract/resources.ts";
import type { RuleId } from "./rules.ts";
import { findingOf, type SchemaViolation, schemaViolations } from "./schema-violations.ts";
import type { Session } from "./session.ts";

/** The kinds of resources that the document describes. */
export type Kind = Exclude<WireType, "group_light">;
export const KINDS: readonly Kind[] = WIRE_TYPES.filter((type) => type !== "group_light");
export type Resource<OfKind extends Kind> = WireResources[OfKind];

/** What the declarations ask for though the document does not: the last name of the field, and whose rule it is. */
const BEYOND_THE_DOCUMENT: readonly (readonly [RegExp, RuleId])[] = [
  [/\/(color_)?[xy]$/, "chart.scale"],
  [/\/color_rgb$|\/color_rgb_arr\/\d+$/, "light.rgb"],
  [/\/sync_status$/, "light.sync-status"],
  [/\/colors\/\d+$/, "scene.colors"],
  [/\/(id|rid|parent_id|area_id)$/, "id.uuid"],
];

const EXTENSIONS: readonly (readonly [Kind, string, RuleId])[] = [
  ["device", "ext_light", "device.ext-light-shape"],
  ["device", "ext_room", "device.ext-room-shape"],
  ["device", "ext_zigbee", "device.ext-zigbee-shape"],
  ["room", "ext_device", "room.ext-device-shape"],
  ["room", "ext_light", "room.ext-light-shape"],
];

/** Whose rule a field breaks that does not fit. */
function ruleFor(kind: Kind, { path, kind: how }: SchemaViolation): RuleId {
  const extension = EXTENSIONS.find(([of, name]) => of === kind && path.split("/")[1] === name);
  if (extension) return extension[2];
  if (path === "/new_version") return "device.new-version";
  if (how !== "value") return `${kind}.fields`;
  return BEYOND_THE_DOCUMENT.find(([name]) => name.test(path))?.[1] ?? `${kind}.values`;
}

/** Checks one resource; gives it if it is sound: if its own fields, extensions apart, are as the document has them. */
export function checkResource<OfKind extends Kind>(
  { findings }: Session,
  kind: OfKind,
  { value, where }: { readonly value: unknown; readonly where: string },
): Resource<OfKind> | undefined {
  const found = schemaViolations(WIRE_SCHEMAS[kind], value);
  const broken = new Set(found.map((violation) => ruleFor(kind, violation)));
  for (const violation of found)
    findings.note(ruleFor(kind, violation), findingOf(violation, `${where}${violation.path}`));
  for (const rule of rulesOf(kind)) if (!broken.has(rule)) findings.note(rule);
  const isSound = documentRules(kind).every((rule) => !broken.has(rule));
  return isSound ? (value as Resource<OfKind>) : undefined;
}

const documentRules = (kind: Kind): readonly RuleId[] => [`${kind}.fields`, `${kind}.values`, "id.uuid"];

const rulesOf = (kind: Kind): readonly RuleId[] => [...documentRules(kind), ...ALSO[kind]];

const ALSO: Readonly<Record<Kind, readonly RuleId[]>> = {
  device: [],
  light: ["chart.scale", "light.rgb", "light.sync-status"],
  sync: ["chart.scale"],
  room: [],
  scene: ["scene.colors"],
};
