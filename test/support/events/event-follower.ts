import { createHash } from "node:crypto";
import { FoldedHome, type WireLists } from "../home/folded-home.ts";
import type { Message } from "./event-blocks.ts";

/** A client that knows a home by its event stream alone, and sees to it that none is lost and none comes twice. */
export class EventFollower {
  #home: FoldedHome | undefined;
  #lastId = Number.NaN;
  #provenId = Number.NaN;
  #heartbeats = 0;
  #resets = 0;

  /** The newest event at which a heartbeat proved that it knows what the gateway knows. */
  get provenId(): number {
    return this.#provenId;
  }

  get heartbeats(): number {
    return this.#heartbeats;
  }

  get resets(): number {
    return this.#resets;
  }

  /** All that it knows, as one text. */
  get known(): string {
    return this.#home?.text ?? "nothing";
  }

  hear({ event, data, lastEventId }: Message): void {
    const item = JSON.parse(data);
    switch (event) {
      case "snapshot":
        this.#home = new FoldedHome(item);
        this.#lastId = Number(lastEventId);
        break;
      case "reset":
        expectSame("a reset's id", lastEventId, "");
        this.#home = undefined;
        this.#resets += 1;
        break;
      case "heartbeat":
        expectSame("a heartbeat's id", item, { id: this.#lastId, hash: this.#hash() });
        expectSame("a heartbeat's last id", lastEventId, `${this.#lastId}`);
        this.#provenId = item.id;
        this.#heartbeats += 1;
        break;
      default:
        expectSame(`the id of ${event}`, Number(lastEventId), this.#lastId + 1);
        this.#lastId += 1;
        this.#fold(event, item);
    }
  }

  #fold(action: string, item: { readonly type: string }): void {
    if (!this.#home) throw new Error(`${action} came before a snapshot`);
    const { type, ...untyped } = item;
    this.#home.apply({ action, type, item: action === "update" ? untyped : item });
  }

  #hash(): string {
    return this.#home ? hashOf(this.#home.lists) : "nothing";
  }
}

/** The hash of a heartbeat, as a client works it out from what it knows. */
function hashOf(lists: WireLists): string {
  const hash = Buffer.alloc(16);
  for (const resource of Object.values(lists).flat()) {
    const digest = createHash("sha256").update(JSON.stringify(resource), "utf8").digest();
    for (let at = 0; at < 16; at += 1) hash[at] = (hash[at] ?? 0) ^ (digest[at] ?? 0);
  }
  return hash.toString("hex");
}

function expectSame(what: string, came: unknown, due: unknown): void {
  const [one, other] = [came, due].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what} is ${one}, expected ${other}`);
}
