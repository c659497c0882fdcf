import { expect, test } from "vitest";
import { DrivenClock } from "../../libraries/testing/driven-clock.ts";
import { Messages } from "./messages.ts";

function aPage() {
  const clock = new DrivenClock();
  const messages = new Messages(clock);
  const shown = () => messages.shown.value?.text;
  const dismiss = () => messages.dismiss(messages.shown.value?.id ?? 0);
  return { clock, messages, shown, dismiss };
}

test("a message is shown for seven seconds; one that others wait for gives way once it was read", () => {
  const { clock, messages, shown } = aPage();
  messages.say("Copied.");
  clock.advance(6_999);
  expect(shown()).toBe("Copied.");
  clock.advance(1);
  expect(shown()).toBeUndefined();
  messages.say("first");
  messages.say("second");
  expect(shown()).toBe("first");
  clock.advance(2_000);
  expect(shown()).toBe("second");
  clock.advance(6_999);
  expect(shown()).toBe("second");
  messages.say("third");
  clock.advance(0);
  expect(shown()).toBe("third");
});

test("a problem stays longer than news, also where others wait", () => {
  const { clock, messages, shown } = aPage();
  messages.say("refused", "problem");
  clock.advance(19_999);
  expect(shown()).toBe("refused");
  clock.advance(1);
  expect(shown()).toBeUndefined();
  messages.say("refused", "problem");
  messages.say("news");
  clock.advance(4_999);
  expect(shown()).toBe("refused");
  clock.advance(1);
  expect(shown()).toBe("news");
});

test("who dismisses a message sees the next, problems first", () => {
  const { messages, shown, dismiss } = aPage();
  for (const text of ["first", "second", "third"]) messages.say(text);
  messages.say("refused", "problem");
  const seen = [shown()];
  for (let count = 0; count < 4; count += 1) {
    dismiss();
    seen.push(shown());
  }
  expect(seen).toEqual(["first", "refused", "second", "third", undefined]);
});

test("what is said again is shown anew, and waits once; of very many the last are kept", () => {
  const { clock, messages, shown, dismiss } = aPage();
  messages.say("Copied.");
  clock.advance(5_000);
  messages.say("Copied.");
  clock.advance(5_000);
  expect(shown()).toBe("Copied.");
  for (let count = 1; count <= 100; count += 1) messages.say(`number ${count}`);
  messages.say("number 96");
  const seen: unknown[] = [];
  for (dismiss(); shown() !== undefined; dismiss()) seen.push(shown());
  expect(seen).toEqual([97, 98, 99, 100, 96].map((count) => `number ${count}`));
});

test("many refusals are one message with all of them behind it, which stays for who reads them, beside what is said later", () => {
  const { clock, messages, shown, dismiss } = aPage();
  messages.sayProblems(["TV bar is offline.", "Ceiling is offline.", "Porch is offline."]);
  expect(shown()).toBe("TV bar is offline. And 2 more.");
  expect(messages.shown.value?.lines).toEqual(["TV bar is offline.", "Ceiling is offline.", "Porch is offline."]);
  const { id = 0 } = messages.shown.value ?? {};
  messages.hold(id);
  expect(shown()).toBeUndefined();
  messages.say("Kitchen saved.");
  expect(shown()).toBe("Kitchen saved.");
  clock.advance(60_000);
  expect(shown()).toBeUndefined();
  expect(messages.held.value?.text).toBe("TV bar is offline. And 2 more.");
  messages.dismiss(id);
  expect(messages.held.value).toBeUndefined();
  messages.sayProblems(["Porch is offline."]);
  expect(messages.shown.value).toMatchObject({ text: "Porch is offline.", lines: [] });
  dismiss();
  expect(shown()).toBeUndefined();
});

test("of two messages that somebody reads the later one stays", () => {
  const { messages, shown } = aPage();
  for (const name of ["TV bar", "Porch"]) {
    messages.sayProblems([`${name} is offline.`, "Ceiling is offline."]);
    messages.hold(messages.shown.value?.id ?? 0);
  }
  expect(messages.held.value?.text).toBe("Porch is offline. And 1 more.");
  expect(shown()).toBeUndefined();
});
