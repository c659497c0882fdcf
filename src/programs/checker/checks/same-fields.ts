import { isDeepStrictEqual } from "node:util";
import { IsArray, IsObject, type TSchema } from "typebox";
import { WIRE_SCHEMAS } from "../../../core/contract/resources.ts";
import { isObject } from "../answer.ts";
import type { Finding } from "../report/findings.ts";
import { shown } from "../report/shown.ts";
import type { Kind, Resource } from "../resources.ts";
import type { Look } from "../session.ts";

/** Fields that gateways have beyond the document. */
const isBeyond = (name: string): boolean => name === "new_version" || (name.startsWith("ext_") && name !== "ext_attr");

/** A value without what the document does not describe, which may change from read to read. */
function described(schema: TSchema, value: unknown): unknown {
  if (IsArray(schema) && Array.isArray(value)) return value.map((item) => described(schema.items, item));
  if (!IsObject(schema) || !isObject(value)) return value;
  const known = Object.entries(value).filter(([name]) => Object.hasOwn(schema.properties, name));
  return Object.fromEntries(
    known.map(([name, member]) => [name, described(schema.properties[name] as TSchema, member)]),
  );
}

const fieldsOf = (kind: Kind): Readonly<Record<string, TSchema>> => WIRE_SCHEMAS[kind].properties;

/** Whether a described field is the same in two reads of a resource; one of them may lack it. */
function isSameField(name: string, one: Resource<Kind>, other: Resource<Kind>): boolean {
  const schema = fieldsOf(one.type)[name];
  if (schema === undefined || !(name in one && name in other)) return true;
  const [before, after] = [one, other].map((of) => described(schema, Reflect.get(of, name)));
  return isDeepStrictEqual(before, after) || [before, after].some(isGarbled);
}

/** Text in another encoding than UTF-8 breaks a rule of its own. */
const isGarbled = (value: unknown): boolean => typeof value === "string" && value.includes("\ufffd");

/** The first described field in which a resource, read elsewhere, is another than in its list. */
export const differingField = (listed: Resource<Kind>, found: Resource<Kind>): string | undefined =>
  Object.keys(fieldsOf(listed.type)).find((name) => !(isBeyond(name) || isSameField(name, listed, found)));

export interface TwoReads {
  readonly listed: Resource<Kind>;
  readonly found: Resource<Kind>;
  /** Where the second was read. */
  readonly where: string;
  /** Reads the list once more: what changed there meanwhile cannot be judged. */
  readonly readAgain: () => Promise<Resource<Kind> | undefined>;
}

/** Checks that a resource is the same where it was found as in its list. */
export async function compareFields({ listed, found, where, readAgain }: TwoReads): Promise<Look> {
  const name = differingField(listed, found);
  if (name === undefined) return undefined;
  const again = await readAgain();
  if (!again || !isSameField(name, listed, again)) return "changing";
  return {
    where: `${where} → ${name}`,
    expected: `${shown(Reflect.get(listed, name))}, as in the list`,
    found: shown(Reflect.get(found, name)),
  };
}

/** The first field that a resource has in one place only. */
export function differingNames(where: string, listed: object, found: object): Finding | undefined {
  const lost = Object.keys(listed).find((name) => !(name in found));
  if (lost !== undefined) return { where, expected: `the field ${lost}, as in the list`, found: "none" };
  const added = Object.keys(found).find((name) => !(name in listed));
  return added === undefined ? undefined : { where, expected: "the fields of the list", found: `${added} as well` };
}
