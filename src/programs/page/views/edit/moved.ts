/** The same with one item at another place. */
export function moved<Value>(all: readonly Value[], from: number, to: number): readonly Value[] {
  const rest = all.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...all.slice(from, from + 1), ...rest.slice(to)];
}
