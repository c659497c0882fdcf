import { useRef, useState } from "preact/hooks";
import { Button } from "../../parts/controls.tsx";
import { COLUMNS, type Column, type DeviceRow, type TableOrder } from "./arranged-devices.ts";
import { DeviceTableRow } from "./device-row.tsx";
import { rangeOf, selectable, withChosen } from "./selection.ts";

/** The class of a column, by which it has its width, and its heading. */
const HEADINGS: Readonly<Record<Column, readonly [string, string]>> = {
  name: ["col-name", "Name"],
  room: ["col-room", "Room"],
  state: ["col-state", "State"],
  linkQuality: ["col-link", "Signal"],
  lastSeenAt: ["col-seen", "Last seen"],
  batteryPercent: ["col-battery", "Battery"],
  version: ["col-version", "Firmware"],
  product: ["col-product", "Product"],
  serial: ["col-serial", "Serial number"],
};

const ROWS_AT_ONCE = 100;

interface DeviceTableProps {
  /** Whether any device of the home has a battery. */
  readonly hasBatteries: boolean;
  readonly rows: readonly DeviceRow[];
  /** What a device is called where others may have its name. */
  readonly callEach: (row: DeviceRow) => string;
  readonly order: TableOrder;
  readonly onOrder: (order: TableOrder) => void;
  /** Ids of the devices that are selected. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onOpen: (id: string) => void;
}

export function DeviceTable({ rows, order, onOrder, chosen, onChoose, onOpen, ...rest }: DeviceTableProps) {
  const { callEach, hasBatteries } = rest;
  const [most, setMost] = useState(ROWS_AT_ONCE);
  /** Where a range begins that Shift ends. */
  const last = useRef<string | undefined>(undefined);
  const drawn = rows.slice(0, most);
  const candidates = selectable(drawn);
  const chosenCount = candidates.filter(({ id }) => chosen.has(id)).length;
  const areAllChosen = candidates.length > 0 && chosenCount === candidates.length;
  const choose = (id: string, { isChosen, isRange }: { readonly isChosen: boolean; readonly isRange: boolean }) => {
    onChoose(withChosen(chosen, rangeOf(candidates, isRange ? last.current : undefined, id), isChosen));
    last.current = id;
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="table-frame" aria-label="Table of devices" tabIndex={0}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col" class="col-choose">
                <input
                  type="checkbox"
                  aria-label="Select all shown"
                  checked={areAllChosen}
                  indeterminate={chosenCount > 0 && !areAllChosen}
                  onChange={({ currentTarget }) => {
                    const ids = candidates.map(({ id }) => id);
                    onChoose(withChosen(chosen, ids, currentTarget.checked));
                  }}
                />
              </th>
              {COLUMNS.filter((column) => hasBatteries || column !== "batteryPercent").map((column) => (
                <Heading key={column} column={column} order={order} onOrder={onOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((row) => (
              <DeviceTableRow
                key={row.id}
                row={row}
                called={callEach(row)}
                isChosen={chosen.has(row.id)}
                hasBatteries={hasBatteries}
                onChoose={(how) => choose(row.id, how)}
                onOpen={() => onOpen(row.id)}
              />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > most && (
        <Button onPress={() => setMost(most + ROWS_AT_ONCE)}>
          Show more ({most} of {rows.length} shown)
        </Button>
      )}
    </>
  );
}

interface HeadingProps {
  readonly column: Column;
  readonly order: TableOrder;
  readonly onOrder: (order: TableOrder) => void;
}

function Heading({ column, order, onOrder }: HeadingProps) {
  const [name, heading] = HEADINGS[column];
  const isBy = order.by === column;
  const direction = order.isDescending ? "descending" : "ascending";
  return (
    <th scope="col" class={name} aria-sort={isBy ? direction : "none"}>
      <button type="button" onClick={() => onOrder({ by: column, isDescending: isBy && !order.isDescending })}>
        {heading}
        {isBy && (order.isDescending ? " ↓" : " ↑")}
      </button>
    </th>
  );
}
