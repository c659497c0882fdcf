import type { Id } from "../../home/model/ids.ts";
import type { Steps } from "../../shared/steps.ts";
import type { Presenting } from "../presenting.ts";
import { holdSame } from "../response-cache.ts";
import { type PageBytes, pageBytes, SAME } from "./page-bytes.ts";

/** As many resources as are put together again, at the most, because one of them has changed. */
const PAGE_LENGTH = 16;

interface Listed {
  readonly id: Id<string>;
}

/** A part of a list, as bytes. */
export interface Page extends PageBytes {
  readonly resources: readonly Listed[];
  /** What the JSON of each follows from beside it; nothing at all where it follows from nothing else. */
  readonly follows: readonly (readonly unknown[])[];
}

/** Makes the pages of a list, one at each step, given those that it had before. */
export type Paging = (former: readonly Page[]) => Steps<readonly Page[]>;

/**
 * A list in pages. One in which nothing has changed is the very page of before, and of another one only that is made
 * into JSON which has changed. A page ends where another one begins or began, so that those behind one that grows or
 * shrinks stay as they are.
 */
export const paged = <Resource extends Listed>(
  resources: readonly Resource[],
  presenting: Presenting<Resource>,
  pageLength = PAGE_LENGTH,
): Paging =>
  function* (former) {
    const beginnings = new Beginnings(former);
    const pages: Page[] = [];
    let isFirst = true;
    for (let from = 0; from < resources.length; ) {
      const known = beginnings.get(resources[from]?.id);
      const to = endOfPage(resources, from, { known, beginnings, pageLength });
      const isStill = known?.isFirst === isFirst && holdsStill(known, { resources, from, to }, presenting);
      const page: Page = isStill ? known : pageOf(resources.slice(from, to), presenting, { isFirst, former: known });
      pages.push(page);
      isFirst &&= page.count === 0;
      from = to;
      yield;
    }
    return pages;
  };

/** The pages that a list had before, by the resource that each begins with. Mostly they are asked for in their order. */
class Beginnings {
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

/** Looks first whether it is where it was before, which is seen without a search for each resource. */
function endOfPage(
  resources: readonly Listed[],
  from: number,
  {
    known,
    beginnings,
    pageLength,
  }: { readonly known: Page | undefined; readonly beginnings: Beginnings; readonly pageLength: number },
): number {
  const former = known?.resources ?? [];
  let to = from + 1;
  while (to - from < former.length && areSame(resources[to], former[to - from])) to += 1;
  while (to < resources.length && to - from < pageLength && !beginnings.has(resources[to]?.id)) to += 1;
  return to;
}

/** Whether two are of one id; mostly they are one. */
const areSame = (one: Listed | undefined, other: Listed | undefined): boolean => one === other || one?.id === other?.id;

function holdsStill<Resource extends Listed>(
  page: Page,
  { resources, from, to }: { readonly resources: readonly Resource[]; readonly from: number; readonly to: number },
  { follows }: Presenting<Resource>,
): boolean {
  if (page.resources.length !== to - from) return false;
  for (let at = from; at < to; at += 1) if (resources[at] !== page.resources[at - from]) return false;
  return !follows || resources.slice(from, to).every((one, at) => holdSame(page.follows[at] ?? [], follows(one)));
}

function pageOf<Resource extends Listed>(
  resources: readonly Resource[],
  { follows, present }: Presenting<Resource>,
  { isFirst, former }: { readonly isFirst: boolean; readonly former: Page | undefined },
): Page {
  const itsFollows = follows ? resources.map(follows) : [];
  const json = resources.map((resource, at) => {
    const isKnown =
      former?.resources[at] === resource && (!follows || holdSame(former.follows[at] ?? [], itsFollows[at] ?? []));
    return isKnown ? SAME : present(resource);
  });
  return { resources, follows: itsFollows, ...pageBytes(json, { isFirst, former }) };
}
