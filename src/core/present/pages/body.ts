import type { DataLayout } from "../../contract/envelope.ts";

type ListLayout = Extract<DataLayout, `arr${string}`>;
type OneLayout = Extract<DataLayout, `obj${string}`>;

/** Bytes in pieces. Other bodies may share a piece, so no piece is ever written to. */
export type Body = readonly Uint8Array[];

export const lengthOf = (body: Body): number => body.reduce((length, piece) => length + piece.byteLength, 0);

const start = (code: number, message: string): string => `{"code":${code},"msg":${JSON.stringify(message)},"data":`;

/** The bytes around the resources of a response. */
export interface Frame {
  readonly begin: Uint8Array;
  /** Takes the number of resources. */
  readonly end: (count: number) => Uint8Array;
}

const LIST_BEGIN = Buffer.from(`${start(0, "success")}{"arr":[`);

/** Around a list of resources: spec §2.1, G9. */
export const listFrame = (layout: ListLayout): Frame => ({
  begin: LIST_BEGIN,
  end: (count) => Buffer.from(`],${layout === "arr+len" ? `"len":${count},` : ""}"obj":{}}}`),
});

const ONE_BEGIN = Buffer.from(`${start(0, "success")}{"obj":`);
const ONE_END = { obj: Buffer.from("}}"), "obj+arr": Buffer.from(',"arr":[]}}') } as const;

/** Around one resource. */
export const oneFrame = (layout: OneLayout): Frame => ({ begin: ONE_BEGIN, end: () => ONE_END[layout] });

/** A short list in one piece. */
export function listBody(layout: ListLayout, items: readonly string[]): Body {
  const { begin, end } = listFrame(layout);
  return [Buffer.concat([begin, Buffer.from(items.join(",")), end(items.length)])];
}

/** A successful response that holds one resource. */
export const oneBody = (layout: OneLayout, item: string): Body => [
  Buffer.concat([ONE_BEGIN, Buffer.from(item), ONE_END[layout]]),
];

/** The response to a write that was done: G9. */
export const doneBody = (): Body => [Buffer.from(`${start(0, "success")}{"arr":[],"obj":{}}}`)];

/** A response without data. */
export const emptyBody = (code: number, message: string): Body => [Buffer.from(`${start(code, message)}{}}`)];
