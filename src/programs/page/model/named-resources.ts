import type { HomeModel } from "./home-model.ts";
import type { ResourceTable } from "./resource-table.ts";

/** A resource as a person knows it. */
export interface NamedResource {
  readonly id: string;
  readonly name: string;
}

/** The name of whatever has this id, in any case of letters. */
export function nameOf(model: HomeModel, id: string): string | undefined {
  for (const table of Object.values(model.tables)) {
    const cell = table.get(id.toUpperCase());
    if (cell) return cell.name.value;
  }
  return undefined;
}

/** All resources of a type, by their names; none where there is no such type. */
export function namedResources(model: HomeModel, type: string): readonly NamedResource[] {
  const tables: Readonly<Record<string, ResourceTable<NamedResource>>> = model.tables;
  const table = Object.hasOwn(tables, type) ? tables[type] : undefined;
  const named = (table?.ids.value ?? []).map((id) => ({ id, name: table?.get(id)?.name.value ?? id }));
  return named.sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}
