const NO_VALUES: readonly string[] = [];

/** All values of a header. Compares lengths first: most names differ by length, and a name in small letters is a new string. */
export function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  let values: string[] | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? "";
    if (header.length !== name.length || header.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? "";
    if (values) values.push(value);
    else values = [value];
  }
  return values ?? NO_VALUES;
}

/** Several headers of one name count as one header with all values, separated by commas. */
export function onlyValueOf(name: string, rawHeaders: readonly string[]): string | undefined {
  const values = valuesOf(name, rawHeaders);
  return values.length > 0 ? values.join(", ") : undefined;
}
