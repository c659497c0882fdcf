import { Type } from "typebox";
import { Check } from "typebox/value";

/** As much of an entry as tells how it was written. */
interface AnyEntry {
  readonly in: string;
  /** JSON. */
  readonly body: string;
}

/** How many colours at once the products could show that there were then; all others show one. */
const SEGMENTS = new Map([
  [20503, 10],
  [20504, 5],
]);

const DeviceBefore = Type.Object({ id: Type.String(), product: Type.Object({ categoryId: Type.Number() }) });
const LightBefore = Type.Object({ deviceId: Type.String() });

/**
 * Entries as they are written since format 3, out of such as were written before it: what a light can show at once was
 * known of its product then, no device was kept where a person put it, and no lamp kept scenes. What is there already
 * stays.
 */
export function broughtUpToDate<Some extends AnyEntry>(entries: readonly Some[]): readonly Some[] {
  const segments = new Map(entries.flatMap((entry) => (entry.in === "devices" ? segmentsOf(parsed(entry)) : [])));
  return entries.map((entry) => {
    const value = parsed(entry);
    const usual = usualOf(entry.in, value, segments);
    if (typeof value !== "object" || value === null || Object.keys(usual).every((name) => name in value)) return entry;
    return { ...entry, body: JSON.stringify({ ...value, ...usual }) };
  });
}

const segmentsOf = (device: unknown): readonly (readonly [deviceId: string, segments: number])[] =>
  Check(DeviceBefore, device) ? [[device.id, SEGMENTS.get(device.product.categoryId) ?? 0]] : [];

/** What went without saying. */
function usualOf(kind: string, value: unknown, segments: ReadonlyMap<string, number>): object {
  if (kind === "devices") return { placedByHand: false };
  if (kind === "scenes") return { keptByLamps: false };
  if (kind !== "lights") return {};
  return { segments: (Check(LightBefore, value) && segments.get(value.deviceId)) || 0 };
}

function parsed({ body }: AnyEntry): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
