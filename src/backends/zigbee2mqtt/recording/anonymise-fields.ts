import { attributeAndPart, isHarmlessWord } from "./anonymise-words.ts";

/** Fields whose text comes from makers and programs, not from the house. */
const MAKERS_FIELDS: ReadonlySet<string> = new Set(
  `commit date_code installed_version last_seen latest_version manufacturer manufacturerName model modelID model_id
   power_source softwareBuildID software_build_id unit vendor version`.split(/\s+/),
);

const SUSPICIOUS = /@|:\/\/|0x[0-9a-f]{16}/i;
const LONGEST_MAKERS_TEXT = 128;

export const isMakersText = (field: string, text: string): boolean =>
  MAKERS_FIELDS.has(field) && text.length <= LONGEST_MAKERS_TEXT && !SUSPICIOUS.test(text);

/** Numbers by which a house could be told from others. */
const TELLING_NUMBERS: ReadonlySet<string> = new Set(
  "ext_pan_id extended_pan_id networkAddress network_address pan_id".split(" "),
);

export const isHarmlessNumber = (field: string): boolean =>
  !TELLING_NUMBERS.has(field) && (isHarmlessWord(field) || attributeAndPart(field) !== undefined);

interface Holder {
  /** What the object is called where it stands. */
  readonly field: string;
  readonly object: object;
}

/** As what a field counts. A model's description is its maker's, unless the owner of the house wrote the definition. */
export function fieldIn({ field, object }: Holder, name: string): string {
  const isOwners = "source" in object && object.source === "external";
  return field === "definition" && name === "description" && !isOwners ? "model" : name;
}
