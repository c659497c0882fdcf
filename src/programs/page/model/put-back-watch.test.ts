import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { aLight } from "../../../../test/support/client/wire-builders.ts";
import type { WireLight } from "../../../libraries/client/types.ts";
import { DrivenClock } from "../../../libraries/testing/driven-clock.ts";
import { PutBackWatch } from "./put-back-watch.ts";

/** A lamp of 60% under watch; `report` is what the gateway tells of it. */
function watchedLamp() {
  const clock = new DrivenClock();
  const putBack: string[] = [];
  const watch = new PutBackWatch<WireLight>(clock, (id) => putBack.push(id));
  const lamp = signal(aLight());
  const report = (fields: Partial<WireLight>) => {
    lamp.value = { ...lamp.peek(), ...fields };
  };
  const dim = (brightness: number) => {
    watch.sent("lamp", lamp, ["on", "brightness"]);
    report({ brightness });
  };
  return { clock, watch, putBack, report, dim };
}

test("a lamp that is shown as before ten seconds after its command did not obey", () => {
  const { clock, putBack, report, dim } = watchedLamp();
  dim(20);
  clock.advance(10_010);
  report({ brightness: 60 });
  expect(putBack).toEqual(["lamp"]);
});

test("of several commands the time of the last counts, and a lamp may be put back to one that it obeyed", () => {
  const { clock, putBack, report, dim } = watchedLamp();
  dim(40);
  clock.advance(5_000);
  dim(20);
  clock.advance(10_010);
  report({ brightness: 40 });
  expect(putBack).toEqual(["lamp"]);
});

test.each([
  ["a lamp that somebody sets back sooner", 4_000, { brightness: 60 }],
  ["a lamp that is set back much later", 13_000, { brightness: 60 }],
  ["a lamp that is set to something else just then", 10_010, { brightness: 33 }],
  ["a lamp that changes in what was not commanded", 10_010, { color_cw: 4000 }],
])("%s is not taken for one that did not obey", (_, millis, fields) => {
  const { clock, putBack, report, dim } = watchedLamp();
  dim(20);
  clock.advance(millis);
  report(fields);
  expect(putBack).toEqual([]);
});

test("a step of a drag is nothing that a lamp is put back to; what was before the drag is, however long it took", () => {
  const dragged = () => {
    const watched = watchedLamp();
    for (let brightness = 59; brightness >= 20; brightness -= 1) {
      watched.dim(brightness);
      watched.clock.advance(100);
    }
    for (const brightness of [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]) {
      watched.dim(brightness);
      watched.clock.advance(1_500);
    }
    watched.clock.advance(8_510);
    return watched;
  };
  const { putBack, report } = dragged();
  report({ brightness: 40 });
  expect(putBack).toEqual([]);
  for (const brightness of [60, 29]) {
    const other = dragged();
    other.report({ brightness });
    expect(other.putBack).toEqual(["lamp"]);
  }
});

test("a command that was refused is not watched", () => {
  const { clock, watch, putBack, report, dim } = watchedLamp();
  dim(20);
  watch.forget("lamp");
  clock.advance(10_010);
  report({ brightness: 60 });
  expect(putBack).toEqual([]);
});
