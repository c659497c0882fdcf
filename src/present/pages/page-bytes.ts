import type { PageMemory } from "./page-memory.ts";

/** The JSON of some resources in a row, with commas between them. */
export interface PageBytes {
  readonly bytes: Buffer;
  /** Where the JSON of each ends; that of one which no read shows ends where the one before it does. */
  readonly ends: readonly number[];
  /** How many of them reads show. */
  readonly count: number;
  /** Whether nothing stands before it in the list: then it does not begin with a comma. */
  readonly isFirst: boolean;
}

/** As at the same place of the page of before. */
export const SAME = Symbol("same");

/** JSON as text; nothing for what no read shows. */
type Json = string | typeof SAME | undefined;

const COMMA = 0x2c;

export function pageBytes(
  json: readonly Json[],
  {
    isFirst,
    former,
    memory,
  }: { readonly isFirst: boolean; readonly former: PageBytes | undefined; readonly memory: PageMemory },
): PageBytes {
  let end = 0;
  let count = 0;
  const ends = json.map((one, at) => {
    const length = lengthOf(one, former, at);
    if (length > 0) {
      end += isFirst && end === 0 ? length : length + 1;
      count += 1;
    }
    return end;
  });
  const page = { bytes: memory.take(end), ends, count, isFirst };
  for (let at = 0; at < json.length; at += 1) write(json[at], at, { page, former });
  return page;
}

function write(
  json: Json,
  at: number,
  { page, former }: { readonly page: PageBytes; readonly former: PageBytes | undefined },
): void {
  if (isHidden(page, at)) return;
  const start = startOf(page, at);
  if (start > 0) page.bytes.writeUInt8(COMMA, start - 1);
  if (json === SAME) former?.bytes.copy(page.bytes, start, startOf(former, at), former.ends[at]);
  else page.bytes.write(json ?? "", start);
}

function lengthOf(json: Json, former: PageBytes | undefined, at: number): number {
  if (json !== SAME) return json === undefined ? 0 : Buffer.byteLength(json);
  return former === undefined || isHidden(former, at) ? 0 : (former.ends[at] ?? 0) - startOf(former, at);
}

const isHidden = (page: PageBytes, at: number): boolean => page.ends[at] === endBefore(page, at);

/** Where the JSON of one that is shown begins, behind its comma. */
function startOf(page: PageBytes, at: number): number {
  const before = endBefore(page, at);
  return page.isFirst && before === 0 ? 0 : before + 1;
}

const endBefore = ({ ends }: PageBytes, at: number): number => (at === 0 ? 0 : (ends[at - 1] ?? 0));
