import { isDeepStrictEqual } from "node:util";
import { WIRE_SCHEMAS } from "../../contract/resources.ts";
import type { Finding } from "../report/findings.ts";
import { shown } from "../report/shown.ts";
import type { Kind, Resource } from "../resources.ts";

/** Fields that gateways have beyond the document. */
const isBeyond = (name: string): boolean => name === "new_version" || name.startsWith("ext_");

/** What the document says of a kind; other fields may change from read to read. */
const described = (kind: Kind): readonly string[] =>
  Object.keys(WIRE_SCHEMAS[kind].properties).filter((name) => !isBeyond(name) || name === "ext_attr");

const field = (of: object, name: string): unknown => Reflect.get(of, name);

/** The first described field in which a resource, read elsewhere, is another than in its list. */
export function differingField(where: string, listed: Resource<Kind>, found: Resource<Kind>): Finding | undefined {
  const shared = described(listed.type).filter((name) => name in listed && name in found);
  const name = shared.find((one) => !isDeepStrictEqual(field(listed, one), field(found, one)));
  if (name === undefined) return undefined;
  return {
    where: `${where} → ${name}`,
    expected: `${shown(field(listed, name))}, as in the list`,
    found: shown(field(found, name)),
  };
}

/** The first field that a resource has in one place only. */
export function differingNames(where: string, listed: object, found: object): Finding | undefined {
  const lost = Object.keys(listed).find((name) => !(name in found));
  if (lost !== undefined) return { where, expected: `the field ${lost}, as in the list`, found: "none" };
  const added = Object.keys(found).find((name) => !(name in listed));
  return added === undefined ? undefined : { where, expected: "the fields of the list", found: `${added} as well` };
}
