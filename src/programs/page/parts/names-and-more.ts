/** "TV bar, Ceiling and 3 more". */
export function namesAndMore(names: readonly string[], mostNamed: number): string {
  const more = names.length - mostNamed;
  return names.slice(0, mostNamed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
