import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foreground } from "./terminal-colours.ts";

const anyColour = fc.integer({ min: 0, max: 0xffffff });

describe("a colour is written", () => {
  test.each([
    ["as it is, where a terminal shows millions of colours", 24, 0xff8800, "\u001b[38;2;255;136;0m"],
    ["as the nearest of a cube, where it shows 256", 8, 0xff8800, "\u001b[38;5;208m"],
    ["as a grey, where that is nearer", 8, 0x777777, "\u001b[38;5;243m"],
    ["as white", 8, 0xffffff, "\u001b[38;5;231m"],
    ["as the nearest of 16", 4, 0xff1000, "\u001b[91m"],
    ["as the nearest of the 8 dark ones", 4, 0xff8800, "\u001b[33m"],
    ["as blue", 4, 0x0000ff, "\u001b[34m"],
    ["as bright white", 4, 0xfff6ec, "\u001b[97m"],
    ["not at all, where there are none", 1, 0xff8800, undefined],
  ])("%s", (_how, bits, rgb, written) => {
    expect(foreground(rgb, bits)).toBe(written);
  });
});

test("whatever the colour, one of the terminal's own is chosen, and none in its place that a user may have changed", () => {
  fc.assert(
    fc.property(anyColour, (rgb) => {
      const [, kind, cube] = (foreground(rgb, 8) ?? "").split(";");
      expect(kind).toBe("5");
      expect(Number.parseInt(cube ?? "", 10)).toBeGreaterThanOrEqual(16);
      expect(Number.parseInt(cube ?? "", 10)).toBeLessThan(256);
      expect(foreground(rgb, 4)?.slice(2)).toMatch(/^[39][0-7]m$/);
    }),
  );
});

test("colours that a terminal of 256 has are shown as they are", () => {
  const steps = [0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff];
  const step = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(step, step, step, (red, green, blue) => {
      const rgb = (steps[red] ?? 0) * 0x10000 + (steps[green] ?? 0) * 0x100 + (steps[blue] ?? 0);
      expect(foreground(rgb, 8)).toBe(`\u001b[38;5;${16 + 36 * red + 6 * green + blue}m`);
    }),
  );
});
