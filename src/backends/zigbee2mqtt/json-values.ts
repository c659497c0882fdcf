export type JsonObject = Readonly<Record<string, unknown>>;

const DECODER = new TextDecoder();

export const textOf = (bytes: Uint8Array): string => DECODER.decode(bytes);

/** What a payload says, or nothing where it is no JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text that says something. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

/** A whole number from 0 up. */
export const countIn = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
