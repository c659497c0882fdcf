import { counted } from "../../../../shared/counted.ts";
import { Button } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { BulkActions } from "./bulk-actions.tsx";
import type { Selection } from "./selection.ts";

interface SelectionBarProps {
  readonly all: readonly DeviceRow[];
  readonly callEach: (row: DeviceRow) => string;
  readonly selection: Selection;
  readonly onSelectMatching: () => void;
  readonly onClear: () => void;
  readonly onClearFilter: () => void;
  /** With the devices that were changed. */
  readonly onChanged: (changed: readonly DeviceRow[]) => void;
  /** With the devices for which nothing is left to be done. */
  readonly onSettled: (settled: readonly DeviceRow[]) => void;
}

/** How many of how many are selected, and what can be done with them. On a phone it is one line; the rest is in a menu. */
export function SelectionBar({ selection, onSelectMatching, onClear, onClearFilter, ...rest }: SelectionBarProps) {
  const { rows, matching, hidden } = selection;
  const selectMatching = rows.length < matching && (
    <Button look="small" onPress={onSelectMatching}>
      Select all {matching} matching
    </Button>
  );
  return (
    <section class="selection" aria-label="Selected devices">
      <div class="selection-count">
        <p role="status">
          {rows.length}
          <span class="selection-words"> of {counted(matching, "device")} selected</span>
          {hidden > 0 && <span class="quiet"> · {hidden} more hidden by the filter and not affected</span>}
        </p>
        <div class="selection-wide">{selectMatching}</div>
        {hidden > 0 && (
          <Button look="small" onPress={onClearFilter}>
            Clear filter
          </Button>
        )}
        <button type="button" class="button button-small selection-clear" onClick={onClear}>
          <Icon name="close" />
          <span>Clear selection</span>
        </button>
      </div>
      {rows.length > 0 && <BulkActions {...rest} rows={rows} more={selectMatching} />}
    </section>
  );
}
