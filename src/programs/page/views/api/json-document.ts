export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** What a reference within a document leads to, with what stands beside the reference; anything else is itself. */
export function resolved(document: unknown, value: unknown): Fields {
  const { $ref, ...beside } = fieldsOf(value);
  if (typeof $ref !== "string" || !$ref.startsWith("#/")) return fieldsOf(value);
  const names = $ref.slice(2).split("/");
  const found = names.reduce<unknown>((at, name) => fieldsOf(at)[name], document);
  return { ...fieldsOf(found), ...beside };
}
