import type { Hearing } from "./event-load-ledger.ts";

const FRAME = /^id: (\d*)\nevent: (\w+)\ndata: (.*)$/s;
const TYPE_OF_UPDATE = /^\{"type":"\w+",/;
/** No event is longer; of a snapshot only its beginning is looked at. */
const LONGEST_EVENT = 64 * 1024;

/** Takes events out of the text of an event stream; sees to it that no id is left out. */
export class EventText {
  readonly #hearing: Hearing;
  #rest = "";
  #lastId: number | undefined;

  constructor(hearing: Hearing) {
    this.#hearing = hearing;
  }

  get hasSnapshot(): boolean {
    return this.#lastId !== undefined;
  }

  take(piece: string, nowMillis: number): void {
    const text = this.#rest + piece;
    let begin = 0;
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n", begin)) {
      this.#takeFrame(text.slice(begin, end), nowMillis);
      begin = end + 2;
    }
    const rest = text.slice(begin);
    this.#rest = rest.length > LONGEST_EVENT ? rest.slice(0, 100) + rest.slice(-1) : rest;
  }

  #takeFrame(frame: string, nowMillis: number): void {
    const [, id, event, data = ""] = FRAME.exec(frame) ?? [];
    if (event === undefined || event === "heartbeat") return;
    if (event === "snapshot") {
      if (this.#lastId !== undefined) this.#hearing.fault(`another snapshot at ${id}`);
      this.#lastId = Number(id);
      return;
    }
    if (Number(id) !== (this.#lastId ?? 0) + 1) this.#hearing.fault(`event ${id} after ${this.#lastId}`);
    this.#lastId = Number(id);
    this.#hearing.hear(event === "update" ? data.replace(TYPE_OF_UPDATE, "{") : data, nowMillis);
  }
}
