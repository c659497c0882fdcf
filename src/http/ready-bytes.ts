import { type Body, lengthOf } from "../present/body.ts";
import { headOf } from "./headers.ts";
import type { Answer } from "./question.ts";

/** Up to here head and body are copied into one piece: one is sent faster than several. */
const ONE_PIECE_BYTES = 64 * 1024;

interface Ready {
  readonly second: number;
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
    const bytes = this.#bytesOf(answer, new Date(second * 1000).toUTCString());
    this.#ready.set(answer, { second, bytes });
    return bytes;
  }

  #bytesOf(answer: Answer, date: string): Body {
    const more = { Date: date, Connection: "keep-alive", "Keep-Alive": this.#keepAlive };
    const bytes = [Buffer.from(headOf(answer, more), "latin1"), ...answer.body];
    return lengthOf(bytes) <= ONE_PIECE_BYTES ? [Buffer.concat(bytes)] : bytes;
  }
}
