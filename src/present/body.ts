import type { DataLayout } from "../contract/envelope.ts";

type ListLayout = Extract<DataLayout, `arr${string}`>;
type OneLayout = Extract<DataLayout, `obj${string}`>;

const encoder = new TextEncoder();

/** The bytes of a successful answer that lists resources: spec §2.1, G9. */
export function listBody(layout: ListLayout, items: readonly string[]): Uint8Array {
  const length = layout === "arr+len" ? `"len":${items.length},` : "";
  const separated = items.flatMap((item, index) => (index === 0 ? [item] : [",", item]));
  return bytesOf([`${start(0, "success")}{"arr":[`, ...separated, `],${length}"obj":{}}}`]);
}

/** The bytes of a successful answer that holds one resource. */
export const oneBody = (layout: OneLayout, item: string): Uint8Array =>
  encoder.encode(`${start(0, "success")}${layout === "obj+arr" ? `{"obj":${item},"arr":[]}` : `{"obj":${item}}`}}`);

/** The bytes of an answer to a write that was done: G9. */
export const doneBody = (): Uint8Array => encoder.encode(`${start(0, "success")}{"arr":[],"obj":{}}}`);

/** The bytes of an answer that carries nothing. */
export const emptyBody = (code: number, message: string): Uint8Array => encoder.encode(`${start(code, message)}{}}`);

const start = (code: number, message: string): string => `{"code":${code},"msg":${JSON.stringify(message)},"data":`;

/** One after the other, without ever holding them all as one text: a long list would be in memory three times. */
function bytesOf(texts: readonly string[]): Uint8Array {
  let bytes = new Uint8Array(texts.reduce((length, text) => length + text.length, 0));
  let filled = 0;
  for (const text of texts) {
    const { read, written } = encoder.encodeInto(text, bytes.subarray(filled));
    filled += written;
    if (read === text.length) continue;
    const rest = encoder.encode(text.slice(read));
    const grown = new Uint8Array(bytes.length * 2 + rest.length);
    grown.set(bytes.subarray(0, filled));
    grown.set(rest, filled);
    filled += rest.length;
    bytes = grown;
  }
  return bytes.subarray(0, filled);
}
