/** The JSON of some resources in a row, with commas between them. */
export interface PageBytes {
  readonly bytes: Buffer;
  /** Where the JSON of each resource ends; a resource that no read shows ends where the one before it does. */
  readonly ends: readonly number[];
  /** How many of the resources reads show. */
  readonly count: number;
  /** Whether nothing stands before the page in the list: then the page does not begin with a comma. */
  readonly isFirst: boolean;
}

/** The JSON at the same place of the former page. */
export const SAME = Symbol("same");

/** Undefined for a resource that no read shows. */
type Json = string | typeof SAME | undefined;

const COMMA = 0x2c;

/** The kernel maps memory in pages of this size. */
const MAPPING_BYTES = 4096;

/**
 * Memory for one page of a list, and for that page only: the bytes are written once and never again, so whoever holds a
 * page may read it for as long as it likes, counted or not (decision 40).
 *
 * A page of a new list gets a mapping of its own, which the system has back as soon as the page is collected: the C
 * library would keep what a rush of large lists frees (decision 38). An array buffer that could be resized lies in such
 * a mapping. A page that replaces another one comes from the C library, at a tenth of the price: replaced pages are
 * about as long, so the library fills with new pages what it has back of old ones.
 */
function allocatePage(length: number, { isReplacement }: { readonly isReplacement: boolean }): Buffer {
  if (isReplacement) return Buffer.allocUnsafeSlow(length);
  const capacity = Math.ceil(length / MAPPING_BYTES) * MAPPING_BYTES;
  return Buffer.from(new ArrayBuffer(capacity, { maxByteLength: capacity }), 0, length);
}

export function pageBytes(
  json: readonly Json[],
  { isFirst, former }: { readonly isFirst: boolean; readonly former: PageBytes | undefined },
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
  const page = { bytes: allocatePage(end, { isReplacement: former !== undefined }), ends, count, isFirst };
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

/** Where the JSON of a resource that is shown begins, behind its comma. */
function startOf(page: PageBytes, at: number): number {
  const before = endBefore(page, at);
  return page.isFirst && before === 0 ? 0 : before + 1;
}

const endBefore = ({ ends }: PageBytes, at: number): number => (at === 0 ? 0 : (ends[at - 1] ?? 0));
