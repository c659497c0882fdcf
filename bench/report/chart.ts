import { whole } from "../support/figures.ts";
import type { Chart } from "../support/measurement.ts";

const WIDTH = 860;
const MARGIN = 20;
const NAMES_WIDTH = 190;
const NOTES_WIDTH = 250;
const BAR_HEIGHT = 16;
const LINE_HEIGHT = 22;
const HEAD_HEIGHT = 64;
const GROUP_GAP = 34;

/** On paper of its own, so that it can be read wherever it is shown. */
const STYLE = `
  .paper { fill: #ffffff; } text { fill: #1f2328; font: 13px system-ui, sans-serif; }
  .title { font-size: 16px; font-weight: 600; } .group { font-weight: 600; } .note { fill: #59636e; font-size: 12px; }
  .grid { stroke: #d1d9e0; } .bar { fill: #8c959f; } .ours { fill: #bc4c00; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; } text { fill: #f0f6fc; } .note { fill: #9198a1; }
    .grid { stroke: #3d444d; } .bar { fill: #6e7681; } .ours { fill: #f0883e; }
  }
`;

/** Horizontal bars in groups; each step of the grid is ten times the one before. */
export function chartSvg({ title, groups }: Chart): string {
  const values = groups.flatMap(({ bars }) => bars.map(({ value }) => value));
  const from = 10 ** Math.floor(Math.log10(Math.min(...values)) - 0.01);
  const to = 10 ** Math.ceil(Math.log10(Math.max(...values)));
  const left = MARGIN + NAMES_WIDTH;
  const breadth = WIDTH - left - NOTES_WIDTH - MARGIN;
  const across = (value: number) => (breadth * Math.log10(value / from)) / Math.log10(to / from);
  const drawn: string[] = [];
  let y = HEAD_HEIGHT;
  for (const { name, bars } of groups) {
    y += GROUP_GAP;
    drawn.push(`<text class="group" x="${MARGIN}" y="${y - 10}">${escaped(name)}</text>`);
    for (const { name: barName, value, note, isOurs } of bars) {
      const middle = y + BAR_HEIGHT - 4;
      const end = left + across(value);
      drawn.push(
        `<text x="${left - 8}" y="${middle}" text-anchor="end">${escaped(barName)}</text>`,
        `<rect class="${isOurs ? "ours" : "bar"}" x="${left}" y="${y}" width="${across(value).toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>`,
        `<text x="${(end + 8).toFixed(1)}" y="${middle}">${whole(value)} <tspan class="note" dx="6">${escaped(note)}</tspan></text>`,
      );
      y += LINE_HEIGHT;
    }
  }
  const height = y + MARGIN;
  const steps = Math.round(Math.log10(to / from));
  const grid = Array.from({ length: steps + 1 }, (_, step) => from * 10 ** step).map((value) => {
    const x = (left + across(value)).toFixed(1);
    const line = `<line class="grid" x1="${x}" x2="${x}" y1="${HEAD_HEIGHT}" y2="${height - MARGIN}"/>`;
    return `${line}<text class="note" x="${x}" y="${HEAD_HEIGHT - 8}" text-anchor="middle">${whole(value)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${height}" rx="8"/>`,
    `<text class="title" x="${MARGIN}" y="30">${escaped(title)}</text>`,
    ...grid,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
