import { attributeAndPart, isHarmlessWord } from "./anonymise-allow-list.ts";
import type { Pseudonyms } from "./anonymise-pseudonyms.ts";

/** No message of Zigbee2MQTT is nested as deeply. */
const DEEPEST = 64;

/**
 * A JSON value in which everything is replaced that is not known to be harmless; `field` is the name of the field that
 * holds the value. The items of a list count as values of the field that holds the list.
 */
export const anonymiseValue = (value: unknown, field: string, pseudonyms: Pseudonyms): unknown =>
  new ValueAnonymiser(pseudonyms).value(value, field, 0);

class ValueAnonymiser {
  readonly #pseudonyms: Pseudonyms;

  constructor(pseudonyms: Pseudonyms) {
    this.#pseudonyms = pseudonyms;
  }

  value(value: unknown, field: string, depth: number): unknown {
    if (typeof value === "string") return isVendorText(field, value) ? value : this.#pseudonyms.text(value);
    if (typeof value === "number") return this.#number(value, field);
    if (typeof value !== "object" || value === null) return value;
    if (depth === DEEPEST) return null;
    if (Array.isArray(value)) return value.map((one) => this.value(one, field, depth + 1));
    const holder = { field, object: value };
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        this.#pseudonyms.text(name),
        this.value(inner, fieldIn(holder, name), depth + 1),
      ]),
    );
  }

  #number(number: number, field: string): number {
    const finite = Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE;
    return isHarmlessNumber(field) ? finite : this.#pseudonyms.number(finite);
  }
}

/** Fields whose text comes from vendors and programs, not from the home. */
const VENDOR_FIELDS: ReadonlySet<string> = new Set(
  `commit date_code installed_version last_seen latest_version manufacturer manufacturerName model modelID model_id
   power_source softwareBuildID software_build_id unit vendor version`.split(/\s+/),
);

const SUSPICIOUS = /@|:\/\/|0x[0-9a-f]{16}/i;
const LONGEST_VENDOR_TEXT = 128;

const isVendorText = (field: string, text: string): boolean =>
  VENDOR_FIELDS.has(field) && text.length <= LONGEST_VENDOR_TEXT && !SUSPICIOUS.test(text);

/** Numbers that could identify a home. */
const IDENTIFYING_NUMBERS: ReadonlySet<string> = new Set(
  "ext_pan_id extended_pan_id networkAddress network_address pan_id".split(" "),
);

const isHarmlessNumber = (field: string): boolean =>
  !IDENTIFYING_NUMBERS.has(field) && (isHarmlessWord(field) || attributeAndPart(field) !== undefined);

interface Holder {
  /** The name of the field that holds the object. */
  readonly field: string;
  readonly object: object;
}

/** The field name to judge a value by. The description of a model comes from its vendor, unless the owner wrote the definition. */
function fieldIn({ field, object }: Holder, name: string): string {
  const isOwnDefinition = "source" in object && object.source === "external";
  return field === "definition" && name === "description" && !isOwnDefinition ? "model" : name;
}
