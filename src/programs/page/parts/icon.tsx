/** Strokes on a grid of 24, drawn for this page. */
const STROKES = {
  home: "M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-5h4v5",
  devices: "M4 6h16M4 12h16M4 18h16M8 4v4M15 10v4M10 16v4",
  clients: "M8 11.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M11.2 12.8 20 4M16 8l3 3M13.5 10.5l2 2",
  traffic: "M3 12h4l3-8 4 16 3-8h4",
  faults: "M13 3 5 14h6l-1 7 8-11h-6z",
  about: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 11v5.5M12 7.6v.2",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20",
  auto: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  dark: "M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.500v2.500M12 19v2.500M2.5 12H5M19 12h2.500M5.3 5.3 7 7M17 17l1.7 1.700M5.3 18.7 7 17M17 7l1.7-1.7",
  grouped: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  compact: "M4 6h16M4 10h16M4 14h16M4 18h16",
  details: "M5 7h9M18 7h1M5 12h2M11 12h8M5 17h7M16 17h3M16 5v4M9 10v4M14 15v4",
  close: "M6 6l12 12M18 6 6 18",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.500v13l10.5-6.500z",
} as const;

export type IconName = keyof typeof STROKES;

/** A picture beside a word, or in a button that has a label. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={STROKES[name]} />
  </svg>
);
