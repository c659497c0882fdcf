import type { Hearing } from "./event-load-hearing.ts";

const FRAME = /^id: (\d*)\nevent: (\w+)\ndata: (.*)$/s;
const TYPE_OF_UPDATE = /^\{"type":"\w+",/;
/** No event is longer; of a snapshot only how it begins is kept. */
const LONGEST_EVENT = 64 * 1024;
const LONGEST_HEAD = 100;

/** Takes events out of the text of an event stream, and sees to it that their ids rise by one. */
export class EventText {
  readonly #hearing: Pick<Hearing, "hear" | "fault">;
  #rest = "";
  #lastId: number | undefined;

  constructor(hearing: Pick<Hearing, "hear" | "fault">) {
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
    this.#rest = rest.length > LONGEST_EVENT ? rest.slice(0, LONGEST_HEAD) + rest.slice(-1) : rest;
  }

  #takeFrame(frame: string, nowMillis: number): void {
    const [, id, event, data = ""] = FRAME.exec(frame) ?? [];
    if (event === undefined || event === "heartbeat") return;
    const isRight = event === "snapshot" ? !this.hasSnapshot : Number(id) === (this.#lastId ?? 0) + 1;
    if (!isRight) this.#hearing.fault(`${event} ${id} after ${this.#lastId}`);
    this.#lastId = Number(id);
    if (event === "snapshot") return;
    // MQTT does not tell of the lights of rooms, and both kinds are to hear the same.
    if (data.includes('"type":"group_light"')) return;
    this.#hearing.hear(event === "update" ? data.replace(TYPE_OF_UPDATE, "{") : data, nowMillis);
  }
}
