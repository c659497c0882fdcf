import type { DataLayout } from "../contract/envelope.ts";
import type { Page } from "./pages.ts";

type ListLayout = Extract<DataLayout, `arr${string}`>;
type OneLayout = Extract<DataLayout, `obj${string}`>;

/** Bytes in pieces, which may be those of other bodies as well: they are never written to. */
export type Body = readonly Uint8Array[];

export const lengthOf = (body: Body): number => body.reduce((length, piece) => length + piece.byteLength, 0);

const start = (code: number, message: string): string => `{"code":${code},"msg":${JSON.stringify(message)},"data":`;

const LIST_START = Buffer.from(`${start(0, "success")}{"arr":[`);

/** A successful answer that lists resources: spec §2.1, G9. */
export function listBody(layout: ListLayout, pages: readonly Page[]): Body {
  const count = pages.reduce((sum, page) => sum + page.count, 0);
  const length = layout === "arr+len" ? `"len":${count},` : "";
  return [LIST_START, ...pages.map(({ bytes }) => bytes), Buffer.from(`],${length}"obj":{}}}`)];
}

/** A successful answer that holds one resource. */
export const oneBody = (layout: OneLayout, item: string): Body => [
  Buffer.from(`${start(0, "success")}${layout === "obj+arr" ? `{"obj":${item},"arr":[]}` : `{"obj":${item}}`}}`),
];

/** An answer to a write that was done: G9. */
export const doneBody = (): Body => [Buffer.from(`${start(0, "success")}{"arr":[],"obj":{}}}`)];

/** An answer that carries nothing. */
export const emptyBody = (code: number, message: string): Body => [Buffer.from(`${start(code, message)}{}}`)];
