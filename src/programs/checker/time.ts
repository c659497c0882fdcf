/** What waiting for a person needs of time; a test drives it. */
export interface Time {
  readonly now: () => number;
  readonly wait: (millis: number) => Promise<void>;
}
