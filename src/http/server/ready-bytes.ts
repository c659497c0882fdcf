import { type Body, lengthOf } from "../../present/pages/body.ts";
import type { Answer } from "../request.ts";
import { headOf } from "./headers.ts";

/** Up to here head and body are copied into one piece: one is sent faster than several. */
const ONE_PIECE_BYTES = 64 * 1024;
/** Up to here the body is, once it was good for more than a second: what becomes another all the time is not worth it. */
const LASTING_BYTES = 1024 * 1024;

interface Ready {
  readonly second: number;
  readonly body: Body;
  readonly bytes: Body;
}

/** Answers as they are sent on connections that stay open, ready for as long as the date in them is right. */
export class ReadyBytes {
  readonly #ready = new WeakMap<Answer, Ready>();
  readonly #keepAlive: string;

  constructor(keepAliveMillis: number) {
    this.#keepAlive = `timeout=${Math.floor(keepAliveMillis / 1000)}`;
  }

  of(answer: Answer, nowMillis: number): Body {
    const second = Math.floor(nowMillis / 1000);
    const known = this.#ready.get(answer);
    if (known?.second === second) return known.bytes;
    const body = known ? joined(known.body, LASTING_BYTES) : answer.body;
    const more = {
      Date: new Date(second * 1000).toUTCString(),
      Connection: "keep-alive",
      "Keep-Alive": this.#keepAlive,
    };
    const bytes = joined([Buffer.from(headOf(answer, more), "latin1"), ...body], ONE_PIECE_BYTES);
    this.#ready.set(answer, { second, body, bytes });
    return bytes;
  }
}

/** In one piece, unless that is a large one. */
const joined = (body: Body, mostBytes: number): Body =>
  body.length > 1 && lengthOf(body) <= mostBytes ? [Buffer.concat(body)] : body;
