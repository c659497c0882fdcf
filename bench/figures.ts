export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Cells in columns that line up. */
export const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell) => String(cell).padStart(16)).join("");
