import { type ReadonlySignal, signal } from "@preact/signals";
import { ResourceCell } from "./resource-cell.ts";

interface Resource {
  readonly id: string;
  readonly name: string;
}

/** All resources of one type. Which there are is a signal, and each of them is one. */
export class ResourceTable<Kind extends Resource> {
  readonly #cells = new Map<string, ResourceCell<Kind>>();
  readonly #ids = signal<readonly string[]>([]);

  /** In the gateway's order. */
  get ids(): ReadonlySignal<readonly string[]> {
    return this.#ids;
  }

  get(id: string): ResourceCell<Kind> | undefined {
    return this.#cells.get(id);
  }

  /** All there are, from now on. Cells of resources that stay are the same. */
  replace(resources: Iterable<Kind>): void {
    const all = [...resources];
    const kept = new Set(all.map(({ id }) => id));
    for (const id of this.#cells.keys()) if (!kept.has(id)) this.#cells.delete(id);
    for (const resource of all) this.#put(resource);
    this.#ids.value = all.map(({ id }) => id);
  }

  put(resource: Kind): void {
    if (this.#put(resource) === "new") this.#ids.value = [...this.#cells.keys()];
  }

  remove(id: string): void {
    if (this.#cells.delete(id)) this.#ids.value = [...this.#cells.keys()];
  }

  #put(resource: Kind): "new" | "known" {
    const cell = this.#cells.get(resource.id);
    if (cell) cell.report(resource);
    else this.#cells.set(resource.id, new ResourceCell(resource));
    return cell ? "known" : "new";
  }
}
