import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { EnterKey } from "./enter-key.ts";

/** What pieces of input lead to, each so many milliseconds after the one before. */
function ledToBy(...pieces: readonly (readonly [afterMillis: number, text: string])[]): readonly string[] {
  const clock = new ManualClock();
  const happened: string[] = [];
  const key = new EnterKey({
    clock,
    onPress: () => happened.push("press"),
    onOther: () => happened.push("hint"),
  });
  for (const [afterMillis, text] of pieces) {
    clock.advance(afterMillis);
    key.take(Buffer.from(text));
  }
  clock.advance(1_000);
  return happened;
}

describe("the button is pressed by", () => {
  test.each([
    ["Enter alone", "\n"],
    ["Enter as some terminals send it", "\r\n"],
  ])("%s", (_what, text) => {
    expect(ledToBy([0, text])).toEqual(["press"]);
  });

  test("Enter, and a while later Enter again", () => {
    expect(ledToBy([0, "\n"], [1_000, "\n"])).toEqual(["press", "press"]);
  });

  test("Enter after a line of something else", () => {
    expect(ledToBy([0, "hello\n"], [1_000, "\n"])).toEqual(["hint", "press"]);
  });
});

describe("the button is not pressed by", () => {
  test.each([
    ["a line with something in it", ["hello\n"], ["hint"]],
    ["a line of blanks", [" \n"], ["hint"]],
    ["an arrow key and Enter", ["\u001b[A\n"], ["hint"]],
    ["control characters and Enter", ["\u0000\u0007\n"], ["hint"]],
    ["several lines, pasted", ["one\n\ntwo\n"], ["hint"]],
    ["several lines, pasted, as a terminal hands them over", ["one\n", "\n", "two\n"], ["hint"]],
    ["several empty lines, pasted", ["\n", "\n"], ["hint"]],
    ["an empty line and the beginning of another, pasted", ["\n", "two"], ["hint"]],
    ["what has no end yet", ["hello"], []],
    ["nothing", [""], []],
  ])("%s", (_what, pieces, ledTo) => {
    expect(ledToBy(...pieces.map((piece) => [5, piece] as const))).toEqual(ledTo);
  });

  test("Enter behind what Ctrl-D sent off before its end", () => {
    expect(ledToBy([0, "hello"], [5_000, "\n"])).toEqual(["hint"]);
  });
});

test("whatever is typed in one go, only one empty line and nothing beside it presses, and it presses once", () => {
  const piece = fc.oneof(fc.constantFrom("\n", "\r\n", "a", "\t", "\u0004"), fc.string());
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const isEnterAlone = pieces.join("").replaceAll("\r", "") === "\n";
      const presses = ledToBy(...pieces.map((text) => [10, text] as const)).filter((what) => what === "press");
      expect(presses).toHaveLength(isEnterAlone ? 1 : 0);
    }),
  );
});

test("once it is let go of, nobody is called back", () => {
  const clock = new ManualClock();
  let called = 0;
  const count = () => {
    called += 1;
  };
  const key = new EnterKey({ clock, onPress: count, onOther: count });
  key.take(Buffer.from("\n"));
  key.stop();
  clock.advance(1_000);
  expect(called).toBe(0);
});
