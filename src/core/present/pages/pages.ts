import type { Steps } from "../../../shared/steps.ts";
import type { Id } from "../../home/model/ids.ts";
import { type Dependencies, haveSameItems } from "../dependencies.ts";
import type { Presenter } from "../texts.ts";

/** In resources: so many are copied, at the most, because one of them has changed. */
const PAGE_LENGTH = 16;

interface Listed {
  readonly id: Id<string>;
}

/** The JSON of some resources of a list in a row, with commas between them. Its bytes are written once, and never again. */
export interface Page {
  readonly bytes: Buffer;
  /** How many of the resources reads show. */
  readonly count: number;
  /** Whether nothing stands before the page in the list: then the page does not begin with a comma. */
  readonly isFirst: boolean;
  readonly resources: readonly Listed[];
  /** What the JSON of each resource depends on beside the resource; empty where it depends on nothing else. */
  readonly dependencies: readonly Dependencies[];
  /** Where the JSON of each resource ends in the bytes; of one that no read shows, where that of the one before ends. */
  readonly ends: readonly number[];
}

/** Makes the pages of a list, one at each step, given the pages that the list had before. */
export type Paging = (former: readonly Page[]) => Steps<readonly Page[]>;

/**
 * A list in pages. A page without a change is the very page of before; one with a change is made again, from the JSON of
 * before where a resource has not changed. A page ends where another page begins or began, so that the pages behind one that
 * grows or shrinks stay as they are.
 */
export const paged = <Resource extends Listed>(
  resources: readonly Resource[],
  presenter: Presenter<Resource>,
  pageLength = PAGE_LENGTH,
): Paging =>
  function* (former) {
    const formerPages = new PagesByFirstResource(former);
    const pages: Page[] = [];
    let isFirst = true;
    for (let from = 0; from < resources.length; ) {
      const known = formerPages.get(resources[from]?.id);
      const to = endOfPage(resources, from, { known, formerPages, pageLength });
      const isKnown = known?.isFirst === isFirst && isUnchanged(known, { resources, from, to }, presenter);
      const page: Page = isKnown ? known : pageOf(resources.slice(from, to), presenter, { isFirst, known });
      pages.push(page);
      isFirst &&= page.count === 0;
      from = to;
      yield;
    }
    return pages;
  };

/** The former pages of a list by their first resource. They are mostly looked up in their order. */
class PagesByFirstResource {
  readonly #pages: readonly Page[];
  #next = 0;
  #byId: ReadonlyMap<string | undefined, Page> | undefined;

  constructor(pages: readonly Page[]) {
    this.#pages = pages;
  }

  get(id: string | undefined): Page | undefined {
    const next = this.#pages[this.#next];
    if (next?.resources[0]?.id !== id) return this.#search(id);
    this.#next += 1;
    return next;
  }

  has(id: string | undefined): boolean {
    return this.#pages[this.#next]?.resources[0]?.id === id || this.#search(id) !== undefined;
  }

  #search(id: string | undefined): Page | undefined {
    this.#byId ??= new Map(this.#pages.map((page) => [page.resources[0]?.id, page]));
    return this.#byId.get(id);
  }
}

/** Looks first whether the page ends where it did before, which takes no search for each resource. */
function endOfPage(
  resources: readonly Listed[],
  from: number,
  {
    known,
    formerPages,
    pageLength,
  }: { readonly known: Page | undefined; readonly formerPages: PagesByFirstResource; readonly pageLength: number },
): number {
  const former = known?.resources ?? [];
  let to = from + 1;
  while (to - from < former.length && areSame(resources[to], former[to - from])) to += 1;
  while (to < resources.length && to - from < pageLength && !formerPages.has(resources[to]?.id)) to += 1;
  return to;
}

/** Whether two resources have one id; mostly they are one value. */
const areSame = (one: Listed | undefined, other: Listed | undefined): boolean => one === other || one?.id === other?.id;

function isUnchanged<Resource extends Listed>(
  page: Page,
  { resources, from, to }: { readonly resources: readonly Resource[]; readonly from: number; readonly to: number },
  { dependencies }: Presenter<Resource>,
): boolean {
  if (page.resources.length !== to - from) return false;
  for (let at = from; at < to; at += 1) if (resources[at] !== page.resources[at - from]) return false;
  return (
    !dependencies ||
    resources.slice(from, to).every((one, at) => haveSameItems(page.dependencies[at] ?? [], dependencies(one)))
  );
}

function pageOf<Resource extends Listed>(
  resources: readonly Resource[],
  { dependencies: dependenciesOf, present }: Presenter<Resource>,
  { isFirst, known }: Pick<Page, "isFirst"> & { readonly known: Page | undefined },
): Page {
  const dependencies = dependenciesOf ? resources.map(dependenciesOf) : [];
  const items = resources.map((resource, at) => {
    const isSame =
      known?.resources[at] === resource && haveSameItems(known.dependencies[at] ?? [], dependencies[at] ?? []);
    return isSame ? bytesIn(known, at) : present(resource);
  });
  const shown = items.filter((json) => json !== undefined);
  return { ...written(items, { isFirst, shown }), count: shown.length, isFirst, resources, dependencies };
}

type Json = string | Uint8Array;

/** The JSON of a resource in a page. */
function bytesIn({ bytes, ends, isFirst }: Page, at: number): Uint8Array | undefined {
  const before = ends[at - 1] ?? 0;
  const end = ends[at] ?? 0;
  return end === before ? undefined : bytes.subarray(before === 0 && isFirst ? 0 : before + 1, end);
}

const COMMA = 0x2c;

/** In memory of their own: `Buffer.from` would keep a short page in one piece with others. */
function written(
  items: readonly (Json | undefined)[],
  { isFirst, shown }: { readonly isFirst: boolean; readonly shown: readonly Json[] },
): Pick<Page, "bytes" | "ends"> {
  const commas = Math.max(0, shown.length - Number(isFirst));
  const bytes = Buffer.allocUnsafeSlow(shown.reduce((sum, json) => sum + Buffer.byteLength(json), commas));
  let end = 0;
  const ends = items.map((json) => {
    if (json === undefined) return end;
    if (end > 0 || !isFirst) end = bytes.writeUInt8(COMMA, end);
    if (typeof json === "string") end += bytes.write(json, end);
    else {
      bytes.set(json, end);
      end += json.byteLength;
    }
    return end;
  });
  return { bytes, ends };
}
