/** A tile that says something else, such as "Lamp 7, 60%", and when that was drawn, in milliseconds since 1970. */
export interface ShownChange {
  readonly label: string;
  readonly atMillis: number;
}

/** What was noted in the page (`in-page/watch-page.ts`). Times count from the start of the navigation. */
export interface PageRecord {
  /** Lamps, or rooms of a large home, in the document. */
  readonly tiles: number;
  readonly firstPaintMillis: number | undefined;
  /** The first screen of them is drawn. */
  readonly firstTilesMillis: number | undefined;
  /** The last of them that came into the document is drawn. */
  readonly lastTileMillis: number | undefined;
  /** Tasks of 50 ms and more; the browser tells of no others. */
  readonly longTaskMillis: readonly number[];
  /** Frames of 50 ms and more, from their start until they are drawn. */
  readonly longFrameMillis: readonly number[];
  /** Clicks, keys and pointers that go down or up, until what follows from them is drawn. */
  readonly eventMillis: readonly number[];
  readonly shown: readonly ShownChange[];
  /** All that the page asked for, with the bytes of the bodies as they were sent. */
  readonly requests: readonly { readonly url: string; readonly atMillis: number; readonly bytes: number }[];
}
