import type { Id } from "../home/ids.ts";
import { holdSame } from "./kept.ts";
import type { Presenting } from "./presenting.ts";

/** As many resources as are made again, at the most, because one of them has changed. */
const PAGE_LENGTH = 32;

interface Listed {
  readonly id: Id<string>;
}

/** A part of a list, as bytes. */
export interface Page {
  readonly resources: readonly Listed[];
  /** What the JSON of each follows from beside it. */
  readonly follows: readonly (readonly unknown[])[];
  /** How many of them reads show. */
  readonly count: number;
  /** Whether nothing stands before it in the list: then it does not begin with a comma. */
  readonly isFirst: boolean;
  readonly bytes: Uint8Array;
}

/** Makes the pages of a list, given those that it had before. */
export type Paging = (former: readonly Page[]) => readonly Page[];

/**
 * A list in pages. One in which nothing has changed is the very page of before. A page ends where another one begins or
 * began, so that those behind one that grows or shrinks stay as they are.
 */
export const paged =
  <Resource extends Listed>(resources: readonly Resource[], presenting: Presenting<Resource>): Paging =>
  (former) => {
    const beginnings = new Map(former.map((page) => [page.resources[0]?.id, page]));
    const pages: Page[] = [];
    let isFirst = true;
    for (let from = 0; from < resources.length; ) {
      let to = from + 1;
      while (to < resources.length && to - from < PAGE_LENGTH && !beginnings.has(resources[to]?.id)) to += 1;
      const some = resources.slice(from, to);
      const known = beginnings.get(some[0]?.id);
      const page: Page =
        known?.isFirst === isFirst && holdsStill(known, some, presenting) ? known : pageOf(some, presenting, isFirst);
      pages.push(page);
      isFirst &&= page.count === 0;
      from = to;
    }
    return pages;
  };

const holdsStill = <Resource extends Listed>(
  page: Page,
  resources: readonly Resource[],
  { follows }: Presenting<Resource>,
): boolean =>
  holdSame(page.resources, resources) &&
  resources.every((resource, index) => holdSame(page.follows[index] ?? [], follows(resource)));

function pageOf<Resource extends Listed>(
  resources: readonly Resource[],
  { follows, present }: Presenting<Resource>,
  isFirst: boolean,
): Page {
  const texts = resources.map(present).filter((text) => text !== undefined);
  const text = texts.join(",");
  return {
    resources,
    follows: resources.map(follows),
    count: texts.length,
    isFirst,
    bytes: Buffer.from(isFirst || text === "" ? text : `,${text}`),
  };
}
