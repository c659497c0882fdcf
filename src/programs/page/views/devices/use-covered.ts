import { useEffect, useState } from "preact/hooks";
import type { DeviceRow } from "./arranged-devices.ts";

interface CoveredOptions {
  /** What the filter lets through. */
  readonly rows: readonly DeviceRow[];
  readonly filter: string;
  readonly onHidden: (ids: readonly string[]) => void;
}

const NONE: readonly string[] = [];

/**
 * What a finished action covered, such as a move out of the room that is shown. Once the same filter hides it, nobody who
 * goes on means it any more.
 */
export function useCovered({ rows, filter, onHidden }: CoveredOptions): (covered: readonly DeviceRow[]) => void {
  const [covered, setCovered] = useState({ ids: NONE, filter });
  useEffect(() => {
    if (covered.filter !== filter) return;
    const shown = new Set(rows.map(({ id }) => id));
    const hidden = covered.ids.filter((id) => !shown.has(id));
    if (hidden.length === 0) return;
    onHidden(hidden);
    setCovered({ ids: covered.ids.filter((id) => shown.has(id)), filter });
  });
  return (done) => setCovered({ ids: done.map(({ id }) => id), filter });
}
