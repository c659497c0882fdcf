import type { Socket } from "node:net";
import type { Clock } from "../../../shared/clock.ts";
import type { Delay, Slow } from "../misbehaviour.ts";

/** How bytes get to a client. */
export interface WayOut {
  write(bytes: Buffer): void;
  /** Calls back once everything that was written has left here. */
  finish(then: () => void): void;
}

/** At once; while the client takes nothing, nothing more is read from where the bytes come from. */
export function straight(client: Socket, source: Socket): WayOut {
  client.on("drain", () => source.resume());
  return {
    write(bytes) {
      if (client.destroyed || bytes.length === 0 || client.write(bytes)) return;
      source.pause();
    },
    finish: (then) => then(),
  };
}

/** How bytes get to a client when it is not at once. */
export function late(way: WayOut, as: Delay | Slow, clock: Clock): WayOut {
  return as.kind === "delay" ? delayed(way, as.millis, clock) : trickling(way, as, clock);
}

function delayed(way: WayOut, millis: number, clock: Clock): WayOut {
  let held: (() => void)[] | undefined = [];
  clock.after(millis, () => {
    const actions = held ?? [];
    held = undefined;
    for (const action of actions) action();
  });
  const pass = (action: () => void) => (held ? held.push(action) : action());
  return {
    write: (bytes) => void pass(() => way.write(bytes)),
    finish: (then) => void pass(() => way.finish(then)),
  };
}

function trickling(way: WayOut, { bytes: perDrop = 1, everyMillis }: Slow, clock: Clock): WayOut {
  let waiting = Buffer.alloc(0);
  let onEmpty: (() => void) | undefined;
  let isTicking = false;
  const tick = () => {
    way.write(waiting.subarray(0, perDrop));
    waiting = waiting.subarray(perDrop);
    isTicking = waiting.length > 0;
    if (isTicking) clock.after(everyMillis, tick);
    else onEmpty?.();
  };
  return {
    write(bytes) {
      waiting = Buffer.concat([waiting, bytes]);
      if (!isTicking) clock.after(everyMillis, tick);
      isTicking = true;
    },
    finish(then) {
      onEmpty = () => way.finish(then);
      if (!isTicking) onEmpty();
    },
  };
}
