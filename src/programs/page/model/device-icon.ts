import type { WireDevice } from "../../../libraries/client/types.ts";

/** The exact products that look like something of their own. */
const OF_PRODUCT = { 20302: "ceiling", 20401: "strip", 20502: "spot", 20503: "strip", 20504: "bar" } as const;
/** What a name of a product says where a backend knows no more than the kind. */
const OF_WORD = [
  [/strip/i, "strip"],
  [/spot|gu10/i, "spot"],
  [/ceiling|panel/i, "ceiling"],
  [/plug|outlet|socket/i, "plug"],
  [/\bbar\b|tube/i, "bar"],
] as const;

export type DeviceIcon = "bulb" | "ceiling" | "strip" | "spot" | "bar" | "plug" | "sync";

/** The picture of a lamp or sync box, by its product. */
export function iconOf(product: WireDevice["product"] | undefined): DeviceIcon {
  const { cat1_id = 2, cat2_id = 0, cat3_id = 0, model = "", cat3_name = "" } = product ?? {};
  if (cat1_id === 3) return "sync";
  if (cat2_id === 402) return "plug";
  const known = Object.entries(OF_PRODUCT).find(([id]) => Number(id) === cat3_id);
  return known?.[1] ?? OF_WORD.find(([pattern]) => pattern.test(`${cat3_name} ${model}`))?.[1] ?? "bulb";
}
