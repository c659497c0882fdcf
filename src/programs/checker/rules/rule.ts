/** How much hangs on a rule: `must` is the document to the letter; `should` is what usual clients count on; `may` is a habit. */
type Level = "must" | "should" | "may";

export interface Rule {
  /** The section of the interface document, or the gap in `docs/spec-gaps`, that it comes from. */
  readonly source: string;
  readonly level: Level;
  /** What is expected, as a sentence. */
  readonly says: string;
}
