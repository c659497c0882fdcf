import fc from "fast-check";
import type { Xy } from "../../../src/core/home/model/colour.ts";

/** Any number that a lamp may report, sense or nonsense. */
export const anyNumber = fc.oneof(
  fc.double(),
  fc.double({ min: -1, max: 2, noNaN: true }),
  fc.double({ min: -1000, max: 10_000, noNaN: true }),
  fc.constantFrom(0, -0, 0.5, 1, 99.6, 101, 1999, 6501, 100_000, -1, Number.NaN, Infinity, -Infinity),
);
/** Any text that a person may write: quotes, control characters, emoji, halves of emoji. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom(
    '"',
    "\\",
    '","on":7,"',
    "</script>",
    "\u0000\u001b[2J",
    "\u2028",
    "\ud83d\ude00",
    "\ud83d",
    "\udc00",
  ),
);
export const anyPoint: fc.Arbitrary<Xy> = fc.record({ x: anyNumber, y: anyNumber });
