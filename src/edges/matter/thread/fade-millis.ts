/** How long a change takes; none where it is to be at once, or is to go on until it is told to stop. */
export function fadeMillisFor(distance: number, changePerSecond: number | null | undefined): number {
  const seconds = changePerSecond ? Math.abs(distance / changePerSecond) : 0;
  return Number.isFinite(seconds) ? Math.round(seconds * 10) * 100 : 0;
}
