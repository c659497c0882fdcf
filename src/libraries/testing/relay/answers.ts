import { STATUS_CODES } from "node:http";
import { REFUSALS } from "../../../core/contract/refusals.ts";
import type { Cut, MalformedJson, OtherAnswer, Stall, WrongLen } from "../misbehaviour.ts";
import { changedHead, type HttpHead } from "./http-head.ts";
import type { Piece } from "./http-reader.ts";
import type { WayOut } from "./way-out.ts";

/** What becomes of an answer on its way to the client. */
export interface PassedAnswer {
  take(piece: Piece): void;
  /** Whether nothing will come any more, though the connection stays. */
  isStuck?(): boolean;
}

/** Where an answer may end early. */
export interface Ends {
  readonly way: WayOut;
  /** Cuts the connection. */
  cut(): void;
}

export const untouched = ({ way }: Ends): PassedAnswer => ({ take: ({ bytes }) => way.write(bytes) });

export const NO_ANSWER: PassedAnswer = { take: () => undefined, isStuck: () => true };

/** Its head and a part of its body, then nothing; or no connection either. A body that there is never comes whole. */
export function endingEarly({ way, cut }: Ends, as: Cut | Stall): PassedAnswer {
  const body: Piece[] = [];
  let isOver = false;
  const take = (piece: Piece) => {
    if (piece.kind === "head") return way.write(piece.bytes);
    if (isOver) return;
    body.push(piece);
    if (piece.kind !== "end") return;
    isOver = true;
    const wholeBytes = body.reduce((sum, one) => sum + dataBytes(one), 0);
    for (const bytes of beginningOf(body, partOf(wholeBytes, as))) way.write(bytes);
    if (as.kind === "cut") way.finish(cut);
  };
  return { take, isStuck: () => isOver };
}

/** How much comes of something that is to come in part: half of it by default, and never all of it. */
export const partOf = (whole: number, { afterBytes = Math.floor(whole / 2) }: Cut | Stall): number =>
  Math.max(0, Math.min(afterBytes, whole - 1));

const dataBytes = (piece: Piece): number => (piece.kind === "body" ? piece.data.length : 0);

/** So many bytes of a body, with the marks of chunks before them. */
function* beginningOf(body: readonly Piece[], bytes: number): Generator<Buffer> {
  let bytesLeft = bytes;
  for (const piece of body) {
    if (dataBytes(piece) > bytesLeft) return yield piece.bytes.subarray(0, bytesLeft);
    yield piece.bytes;
    bytesLeft -= dataBytes(piece);
  }
}

/** The same for a connection that has no end: by default half of what comes next. */
export function endingSoon({ way, cut }: Ends, as: Cut | Stall): PassedAnswer {
  let bytesLeft: number | undefined = as.afterBytes;
  let isOver = false;
  const take = ({ bytes }: Piece) => {
    if (isOver) return;
    bytesLeft ??= Math.floor(bytes.length / 2);
    way.write(bytes.subarray(0, bytesLeft));
    bytesLeft -= bytes.length;
    isOver = bytesLeft < 0;
    if (isOver && as.kind === "cut") way.finish(cut);
  };
  return { take, isStuck: () => isOver };
}

/** Its JSON cut short or with a wrong `len`, and everything else about it right. An answer that is no JSON is as it was. */
export function corrupted(ends: Ends, as: MalformedJson | WrongLen): PassedAnswer {
  let head: HttpHead | undefined;
  const plain = untouched(ends);
  const parts: Buffer[] = [];
  const take = (piece: Piece) => {
    if (piece.kind === "head" && isJson(piece.head)) head = piece.head;
    else if (!head) plain.take(piece);
    else if (piece.kind === "body") parts.push(piece.data);
    else {
      const text = Buffer.concat(parts).toString("utf8");
      const body = Buffer.from(as.kind === "wrong-len" ? withWrongLength(text, as.by ?? 1) : text.slice(0, -1));
      ends.way.write(changedHead(head, EDITED_HEADERS, [`Content-Length: ${body.length}`]));
      ends.way.write(body);
    }
  };
  return { take };
}

const EDITED_HEADERS = ["content-length", "transfer-encoding", "etag"];

const isJson = ({ headers }: HttpHead): boolean => headers["content-type"]?.startsWith("application/json") ?? false;

/** An answer that has no `len` is as it was. */
function withWrongLength(text: string, by: number): string {
  const envelope: unknown = JSON.parse(text);
  const { data } = Object(envelope) as { data?: { len?: unknown } };
  if (typeof data?.len !== "number") return text;
  return JSON.stringify({ ...Object(envelope), data: { ...data, len: data.len + by } });
}

/** What the gateway itself answers with a status, or when it is at a loss. */
function envelopeFor(status: number): string {
  const ofStatus = Object.values(REFUSALS).find((refusal) => refusal.status === status && status !== 200);
  const { code, message } = ofStatus ?? REFUSALS.fault;
  return JSON.stringify({ code, msg: message, data: {} });
}

/** Statuses whose answers have no content: RFC 9110 §15. */
const WITHOUT_CONTENT = [204, 205, 304];
/** Of these, the ones that have no length either: RFC 9112 §6.3. */
const WITHOUT_LENGTH = [204, 304];
/** These say where a body ends, and are never taken from a fault: the connection goes on behind it. */
const FRAMING = ["content-length", "transfer-encoding"];

export interface MadeUpOptions {
  /** An answer to HEAD has the headers of a body, and none. */
  readonly isHeadOnly: boolean;
}

/** An answer that the gateway did not give. */
export function madeUp(
  { status, body = envelopeFor(status), headers = {} }: OtherAnswer,
  { isHeadOnly }: MadeUpOptions,
): Buffer {
  const content = WITHOUT_CONTENT.includes(status) ? "" : body;
  const given = Object.entries(headers).filter(([name]) => !FRAMING.includes(name.toLowerCase()));
  const isTyped = content === "" || given.some(([name]) => name.toLowerCase() === "content-type");
  const all = [
    ...(isTyped ? [] : [["Content-Type", "application/json"]]),
    ...given,
    ...(WITHOUT_LENGTH.includes(status) ? [] : [["Content-Length", Buffer.byteLength(content)]]),
  ];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Misbehaving"}\r\n${lines}\r\n`;
  return Buffer.from(isHeadOnly ? head : head + content);
}
