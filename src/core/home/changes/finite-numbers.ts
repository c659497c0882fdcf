/** Whether every number in a value is finite; NaN and infinity can be neither stored nor shown. */
export function hasFiniteNumbers(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return true;
  return Object.values(value).every(hasFiniteNumbers);
}
