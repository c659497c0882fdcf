import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../test/support/home/arbitraries.ts";
import { isBlank, printable, printableJson } from "./printable.ts";

/** Wherever a program may see the end of a line: Unicode's own list (UAX 14), and what terminals take for one. */
const LINE_ENDS = ["\n", "\v", "\f", "\r", "\u001c", "\u001d", "\u001e", "\u0085", "\u2028", "\u2029"];
const TURNING = ["\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"];
const ISOLATING = ["\u2066", "\u2067", "\u2068", "\u2069"];
const TERMINAL = ["\u0000", "\u0007", "\u0008", "\u001b", "\u007f", "\u009b"];
const DISTURBING = [...LINE_ENDS, ...TURNING, ...ISOLATING, ...TERMINAL];

test.each(DISTURBING)("%j disturbs nobody any more, alone or inside a text", (letter) => {
  expect(printable(`a${letter}b`)).toBe("a b");
  expect(printableJson({ [letter]: `a${letter}b` })).not.toContain(letter);
});

test("what people write stays as it is, joined emoji and letters of every writing included", () => {
  for (const text of ["Küche 2 – 厨房", "👩‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️", "می‌خواهم", "שלום", 'tab-less "quotes" \\ & <b>'])
    expect(printable(text)).toBe(text);
});

test("any text is printable after it was made so, and any value is the same after it was read from its JSON", () => {
  const text = fc.oneof(
    anyText,
    fc.array(fc.constantFrom(...DISTURBING, "a", "\ud83d")).map((letters) => letters.join("")),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(undefined, 2), (some, indent) => {
      expect(printable(some)).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      const value = { [some]: [some] };
      const json = printableJson(value, indent);
      expect(json.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      expect(JSON.parse(json)).toEqual(value);
    }),
  );
});

test.each(["", " ", "\u00a0", "\u200b", "\u2060\ufeff", "\u00ad", "\u3164", "\u200d"])("%j shows nothing", (text) => {
  expect(isBlank(text)).toBe(true);
  expect(isBlank(`${text}.`)).toBe(false);
});
