import type { PageRecord, ShownChange } from "../page-record.ts";

// Runs in the page before its own scripts, and notes when what is drawn. It draws nothing and asks for no frame of its own
// but after a change of the document, which has one anyway.

const tiles = document.getElementsByClassName("tile");
const rooms = document.getElementsByClassName("room-card");
const longTaskMillis: number[] = [];
const longFrameMillis: number[] = [];
const eventMillis: number[] = [];
let shown: ShownChange[] = [];
let firstTilesMillis: number | undefined;
let lastTileMillis: number | undefined;
let tileCount = 0;
let drawnCount = 0;
const awaited: { readonly count: number; readonly resolve: () => void }[] = [];

/** After the frame that holds what is in the document now: the second callback comes when that one has been drawn. */
const onceDrawn = (action: (nowMillis: number) => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => action(performance.now())));
};

/** Lamps, or rooms of a large home, that were added: those in the first frame that has any fill the screen. */
function noteTiles(): void {
  if (tiles.length + rooms.length === tileCount) return;
  tileCount = tiles.length + rooms.length;
  const count = tileCount;
  onceDrawn((nowMillis) => {
    firstTilesMillis ??= nowMillis;
    lastTileMillis = nowMillis;
    drawnCount = count;
    for (const one of awaited) if (drawnCount >= one.count) one.resolve();
  });
}

/** Settles once so many lamps or rooms are drawn. */
const tilesDrawn = (count: number): Promise<void> =>
  new Promise((resolve) => {
    if (drawnCount >= count) resolve();
    else awaited.push({ count, resolve });
  });

/** What the tiles of lamps say from now on. */
function noteChanges(records: readonly MutationRecord[]): void {
  const labels = records.flatMap(({ target, attributeName }) =>
    attributeName === "aria-label" && target instanceof Element ? [target.getAttribute("aria-label") ?? ""] : [],
  );
  if (labels.length === 0) return;
  requestAnimationFrame(() => {
    // A message comes after the frame that asked for it is drawn.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const atMillis = performance.timeOrigin + performance.now();
      for (const label of labels) shown.push({ label, atMillis });
    };
    port2.postMessage(undefined);
  });
}

new MutationObserver((records) => {
  noteTiles();
  noteChanges(records);
}).observe(document, { childList: true, subtree: true, attributeFilter: ["aria-label"] });

const observe = (type: string, durations: number[], more: object = {}): void =>
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) durations.push(duration);
  }).observe({ type, buffered: true, ...more });
observe("longtask", longTaskMillis);
observe("long-animation-frame", longFrameMillis);
observe("event", eventMillis, { durationThreshold: 16 });

/** What was noted since the last time that somebody asked. */
function takeRecord(): PageRecord {
  const record: PageRecord = {
    tiles: drawnCount,
    firstPaintMillis: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    firstTilesMillis,
    lastTileMillis,
    longTaskMillis: longTaskMillis.splice(0),
    longFrameMillis: longFrameMillis.splice(0),
    eventMillis: eventMillis.splice(0),
    shown,
    requests: performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, startTime, encodedBodySize }) => ({ url: name, atMillis: startTime, bytes: encodedBodySize })),
  };
  shown = [];
  return record;
}

Object.assign(globalThis, { takeRecord, tilesDrawn });
