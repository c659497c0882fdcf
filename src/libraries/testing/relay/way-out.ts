import type { Socket } from "node:net";
import type { Clock } from "../../../shared/clock.ts";
import type { Delay, Slow } from "../misbehaviour.ts";

/** How bytes get to a client. */
export interface WayOut {
  /** Calls back once these bytes have left here, unless the client is gone. */
  write(bytes: Buffer, onLeft?: () => void): void;
  /** Calls back once everything that was written has left here. */
  finish(then: () => void): void;
}

/** At once; while the client takes nothing, nothing more is read from where the bytes come from. */
export function straight(client: Socket, source: Socket): WayOut {
  client.on("drain", () => source.resume());
  return {
    write(bytes, onLeft) {
      if (client.destroyed) return;
      if (bytes.length > 0 && !client.write(bytes)) source.pause();
      onLeft?.();
    },
    finish: (then) => then(),
  };
}

/** A gateway that is late is late by its own clock. A slow network knows no clock but the real one. */
export interface LateBy {
  readonly clock: Clock;
  readonly realClock: Clock;
}

/** How bytes get to a client when it is not at once. */
export function late(way: WayOut, as: Delay | Slow, { clock, realClock }: LateBy): WayOut {
  return as.kind === "delay" ? delayed(way, as.millis, clock) : trickling(way, as, realClock);
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
    write: (bytes, onLeft) => void pass(() => way.write(bytes, onLeft)),
    finish: (then) => void pass(() => way.finish(then)),
  };
}

function trickling(way: WayOut, { bytes: perDrop = 1, everyMillis }: Slow, clock: Clock): WayOut {
  let waiting = Buffer.alloc(0);
  /** What to call once so many of the bytes that wait have left. */
  let marks: readonly { readonly bytesBefore: number; readonly onLeft: () => void }[] = [];
  let onEmpty: (() => void) | undefined;
  let isTicking = false;
  const tick = () => {
    const reached = marks.filter(({ bytesBefore }) => bytesBefore <= perDrop);
    way.write(waiting.subarray(0, perDrop), () => {
      for (const { onLeft } of reached) onLeft();
    });
    marks = marks
      .filter((mark) => !reached.includes(mark))
      .map(({ bytesBefore, onLeft }) => ({ bytesBefore: bytesBefore - perDrop, onLeft }));
    waiting = waiting.subarray(perDrop);
    isTicking = waiting.length > 0;
    if (isTicking) clock.after(everyMillis, tick);
    else onEmpty?.();
  };
  return {
    write(bytes, onLeft) {
      waiting = Buffer.concat([waiting, bytes]);
      if (onLeft) marks = [...marks, { bytesBefore: waiting.length, onLeft }];
      if (!isTicking) clock.after(everyMillis, tick);
      isTicking = true;
    },
    finish(then) {
      onEmpty = () => way.finish(then);
      if (!isTicking) onEmpty();
    },
  };
}
