import type { DataLayout } from "../contract/envelope.ts";

type ListLayout = Extract<DataLayout, `arr${string}`>;
type OneLayout = Extract<DataLayout, `obj${string}`>;

const encoder = new TextEncoder();

/** The bytes of a successful answer that lists resources: spec §2.1, G9. */
export function listBody(layout: ListLayout, items: readonly string[]): Uint8Array {
  const length = layout === "arr+len" ? `"len":${items.length},` : "";
  return body(0, "success", `{"arr":[${items.join(",")}],${length}"obj":{}}`);
}

/** The bytes of a successful answer that holds one resource. */
export const oneBody = (layout: OneLayout, item: string): Uint8Array =>
  body(0, "success", layout === "obj+arr" ? `{"obj":${item},"arr":[]}` : `{"obj":${item}}`);

/** The bytes of an answer that carries nothing. */
export const emptyBody = (code: number, message: string): Uint8Array => body(code, message, "{}");

const body = (code: number, message: string, data: string): Uint8Array =>
  encoder.encode(`{"code":${code},"msg":${JSON.stringify(message)},"data":${data}}`);
