import { useComputed } from "@preact/signals";
import { useParts } from "../page-parts.ts";

/** Whether a lamp has not confirmed what is shown of it, as far as this browser may know. */
export function useUnsure(lightId: string): boolean {
  const { unconfirmed } = useParts();
  return useComputed(() => unconfirmed.ids.value.has(lightId)).value;
}
