/** Strokes on a grid of 24, drawn for this page. */
const STROKES = {
  gateways: "M4 5h16v5H4zM4 14h16v5H4zM7.5 7.5v.1M7.5 16.5v.1M11 7.5h5M11 16.5h5",
  home: "M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-5h4v5",
  devices: "M4 6h16M4 12h16M4 18h16M8 4v4M15 10v4M10 16v4",
  clients: "M8 11.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M11.2 12.8 20 4M16 8l3 3M13.5 10.5l2 2",
  traffic: "M3 12h4l3-8 4 16 3-8h4",
  faults: "M13 3 5 14h6l-1 7 8-11h-6z",
  history: "M4.500 8.500A8.500 8.500 0 1 1 3.500 12M4 4v4.500h4.500M12 7.500v5l3 2",
  api: "M8.500 7 4 12l4.500 5M15.500 7l4.500 5-4.500 5M13.500 5l-3 14",
  about: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 11v5.5M12 7.6v.2",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20",
  auto: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  dark: "M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.500v2.500M12 19v2.500M2.5 12H5M19 12h2.500M5.3 5.3 7 7M17 17l1.7 1.700M5.3 18.7 7 17M17 7l1.7-1.7",
  grouped: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  compact: "M4 6h16M4 10h16M4 14h16M4 18h16",
  details: "M5 7h9M18 7h1M5 12h2M11 12h8M5 17h7M16 17h3M16 5v4M9 10v4M14 15v4",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  more: "M5 11.500a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1M12 11.500a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1M19 11.500a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1",
  handle: "M8 9.500h8M8 14.500h8",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  close: "M6 6l12 12M18 6 6 18",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.500v13l10.5-6.500z",
  back: "M15 5l-7 7 7 7",
  star: "M12 4l2.5 5.200 5.500.8-4 4 1 5.700-5-2.700-5 2.700 1-5.700-4-4 5.500-.8z",
  bulb: "M9 17v-1.500a6 6 0 1 1 6 0V17zM9.500 20h5",
  ceiling: "M12 3v4M4 16a8 8 0 0 1 16 0zM10 19h4",
  strip: "M4 8c4-4 8 4 12 0l4-2M4 13c4-4 8 4 12 0l4-2M4 18c4-4 8 4 12 0l4-2",
  spot: "M9 3h6v4l3 8H6l3-8zM8 18v2M12 18v3M16 18v2",
  bar: "M3 10h18v4H3zM7.500 10v4M12 10v4M16.500 10v4",
  plug: "M8 3v5M16 3v5M5.500 8h13v3a6.500 6.500 0 0 1-13 0zM12 17.500V21",
  sync: "M3 5h18v11H3zM8 20h8M12 16v4",
} as const;

export type IconName = keyof typeof STROKES;

/** A picture beside a word, or in a button that has a label. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={STROKES[name]} />
  </svg>
);
