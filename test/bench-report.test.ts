import { describe, expect, test } from "vitest";
import { chartSvg } from "../bench/report/chart.ts";
import { markdown } from "../bench/report/markdown.ts";
import type { Stored } from "../bench/report/stored.ts";
import { atLeast, atMost } from "../bench/support/aims.ts";
import { medianRatio } from "../bench/support/figures.ts";

const here = { machine: "Two cores", system: "Debian", versions: "Luxgate 1" };

const found = (given: Partial<Stored>): Stored => ({
  title: "Reads",
  how: "In turn.",
  measuredAt: "2026-11-15 20:15 UTC",
  surroundings: here,
  tables: [{ title: "A second", columns: ["", "reads"], rows: [["Luxgate", "1,000"]] }],
  aims: [],
  ...given,
});

describe("an aim", () => {
  test("is reached by the figure itself, in both directions", () => {
    const asked = { what: "ratio", figure: 0.45, aim: 0.45 };
    expect([atLeast(asked).isReached, atMost(asked).isReached]).toEqual([true, true]);
    expect(atLeast({ ...asked, figure: 0.449 }).isReached).toBe(false);
    expect(atMost({ ...asked, figure: 0.451 }).isReached).toBe(false);
  });

  test("is not reached without a figure", () => {
    const asked = { what: "ratio", figure: Number.NaN, aim: 1 };
    expect(atLeast(asked)).toMatchObject({ figure: "none", isReached: false });
    expect(atMost(asked).isReached).toBe(false);
  });
});

test("a ratio compares what was measured in the same round", () => {
  expect(medianRatio([10, 100, 30], [5, 50, 10])).toBe(2);
  expect(medianRatio([10, 10], [])).toBeNaN();
  expect(medianRatio([], [10])).toBeNaN();
});

describe("the results", () => {
  test("begin with every aim, those that are not reached marked", () => {
    const aims = [
      atLeast({ what: "soon", figure: 2, aim: 1 }),
      atMost({ what: "small", figure: 2, aim: 1, unit: " MB" }),
    ];
    const text = markdown(new Map([["reads", found({ aims })]]), "results.svg");
    expect(text).toContain("## Aims: 1 of 2 reached");
    expect(text).toContain("| soon | at least 1 | 2.00 | reached |");
    expect(text).toContain("| small | at most 1 MB | 2.00 MB | **not reached** |");
    expect(text).toContain("| Luxgate | 1,000 |");
  });

  test("name what was not measured", () => {
    const results = new Map([
      ["reads", found({})],
      ["lists", undefined],
    ]);
    expect(markdown(results, "results.svg")).toContain("Not measured: lists.");
  });

  test("say of a part that was measured elsewhere where that was", () => {
    const elsewhere = found({ title: "Lists", surroundings: { ...here, machine: "Eight cores" } });
    const text = markdown(
      new Map(Object.entries({ reads: found({}), again: found({}), lists: elsewhere })),
      "results.svg",
    );
    expect(text.match(/Machine: Two cores/g)).toHaveLength(1);
    expect(text.indexOf("Machine: Eight cores")).toBeGreaterThan(text.indexOf("## Lists"));
  });
});

describe("the chart", () => {
  const bar = (name: string, value: number) => ({ name, value, note: "", isOurs: name === "Luxgate" });
  const svg = chartSvg({
    title: "Reads <a second>",
    groups: [{ name: "1 light", bars: [bar("Luxgate", 10_000), bar("a & b", 100), bar("slow", 10)] }],
  });
  const widths = [...svg.matchAll(/<rect class="(?:bar|ours)".*? width="([\d.]+)"/g)].map(([, width]) => Number(width));

  test("has a bar for each figure; ten times as much is always as much longer", () => {
    const [most = 0, some = 0, least = 0] = widths;
    expect(widths).toHaveLength(3);
    expect(least).toBeGreaterThan(0);
    expect((most - some) / (some - least)).toBeCloseTo(2, 1);
  });

  test("marks ours, and takes names as text", () => {
    expect(svg.match(/class="ours"/g)).toHaveLength(1);
    expect(svg).toContain("Reads &lt;a second&gt;");
    expect(svg).toContain("a &amp; b");
  });
});
