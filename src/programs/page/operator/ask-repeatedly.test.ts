import { expect, test } from "vitest";
import { DrivenClock } from "../../../libraries/testing/driven-clock.ts";
import { askRepeatedly } from "./ask-repeatedly.ts";

class TestTab extends EventTarget {
  visibilityState = "visible";

  turn(visibilityState: "visible" | "hidden"): void {
    this.visibilityState = visibilityState;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

/** Questions that are numbered, and answered with their number when the test says so. */
function asked({ afterFailure = "ask-again", isRepeated = true } = {}) {
  const clock = new DrivenClock();
  const tab = new TestTab();
  const answers: unknown[] = [];
  const open: { resolve: (value: number) => void; reject: (error: unknown) => void }[] = [];
  const question = askRepeatedly<number>({
    clock,
    tab,
    pauseMillis: isRepeated ? 2_000 : undefined,
    ask: () => new Promise((resolve, reject) => open.push({ resolve, reject })),
    onAnswer: (value) => answers.push(value),
    onFailure: (error) => {
      answers.push(error);
      return afterFailure === "ask-again" ? "ask-again" : "enough";
    },
  });
  const settle = async () => {
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  };
  const answer = (count: number) => {
    open[count - 1]?.resolve(count);
    return settle();
  };
  const fail = (count: number) => {
    open[count - 1]?.reject("failed");
    return settle();
  };
  return { clock, tab, question, answers, answer, fail, count: () => open.length };
}

test("the next question comes some time after an answer, however long that takes", async () => {
  const { clock, answers, answer, count } = asked();
  clock.advance(60_000);
  expect(count()).toBe(1);
  await answer(1);
  clock.advance(1_999);
  expect(count()).toBe(1);
  clock.advance(1);
  expect(count()).toBe(2);
  await answer(2);
  expect(answers).toEqual([1, 2]);
});

test("who wants to know at once is asked for at once or behind the question under way, whose answer counts too", async () => {
  const { clock, question, answers, answer, count } = asked();
  question.again();
  question.again();
  expect(count()).toBe(1);
  await answer(1);
  expect(count()).toBe(2);
  await answer(2);
  question.again();
  expect(count()).toBe(3);
  await answer(3);
  expect(answers).toEqual([1, 2, 3]);
  clock.advance(2_000);
  expect(count()).toBe(4);
});

test("nothing is asked while nobody looks, and at once when somebody does again", async () => {
  const { clock, tab, answer, count } = asked();
  await answer(1);
  tab.turn("hidden");
  clock.advance(60_000);
  expect(count()).toBe(1);
  tab.turn("visible");
  expect(count()).toBe(2);
  await answer(2);
  tab.turn("hidden");
  tab.turn("visible");
  expect(count()).toBe(2);
});

test("a failure is a reason to ask again, or to end", async () => {
  const going = asked();
  await going.fail(1);
  going.clock.advance(2_000);
  expect(going.count()).toBe(2);
  const ended = asked({ afterFailure: "enough" });
  await ended.fail(1);
  ended.clock.advance(60_000);
  expect(ended.count()).toBe(1);
  ended.question.again();
  expect(ended.count()).toBe(2);
});

test("without a pause only who wants to know asks again; after the end nobody does, and nothing is heard", async () => {
  const { clock, tab, question, answers, answer, count } = asked({ isRepeated: false });
  await answer(1);
  clock.advance(60_000);
  expect(count()).toBe(1);
  question.again();
  question.stop();
  await answer(2);
  question.again();
  tab.turn("visible");
  expect(answers).toEqual([1]);
  expect(count()).toBe(2);
});
