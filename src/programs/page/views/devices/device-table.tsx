import { useRef, useState } from "preact/hooks";
import { Button } from "../../parts/controls.tsx";
import { type Column, type DeviceRow, isGateway, type TableOrder } from "./arranged-devices.ts";
import { rangeOf, selectable, withChosen } from "./selection.ts";

const HEADINGS: Readonly<Record<Column, string>> = {
  name: "Name",
  room: "Room",
  product: "Product",
  state: "State",
  serial: "Serial number",
  version: "Version",
};

const ROWS_AT_ONCE = 100;

interface DeviceTableProps {
  readonly rows: readonly DeviceRow[];
  readonly order: TableOrder;
  readonly onOrder: (order: TableOrder) => void;
  /** Ids of the devices that are selected. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onOpen: (id: string) => void;
}

export function DeviceTable({ rows, order, onOrder, chosen, onChoose, onOpen }: DeviceTableProps) {
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
              <th scope="col">
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
              {Object.entries(HEADINGS).map(([column, heading]) => (
                <Heading key={column} column={column as Column} heading={heading} order={order} onOrder={onOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((row) => (
              <tr key={row.id}>
                <td>
                  {!isGateway(row) && (
                    <input
                      type="checkbox"
                      aria-label={`Select ${row.name}`}
                      checked={chosen.has(row.id)}
                      onClick={({ currentTarget, shiftKey }) =>
                        choose(row.id, { isChosen: currentTarget.checked, isRange: shiftKey })
                      }
                    />
                  )}
                </td>
                <th scope="row">
                  <button type="button" class="link-button" onClick={() => onOpen(row.id)}>
                    {row.name}
                  </button>
                </th>
                <td>{row.room ?? "–"}</td>
                <td>{row.product}</td>
                <td>
                  <DeviceState row={row} />
                </td>
                <td>{row.serial}</td>
                <td>{row.newVersion === null ? row.version : `${row.version} → ${row.newVersion}`}</td>
              </tr>
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

function DeviceState({ row: { online, admitted, state } }: { readonly row: DeviceRow }) {
  if (!admitted) return <span class="word-problem">not admitted</span>;
  return online ? <span>{state || "online"}</span> : <span class="word-problem">offline</span>;
}

interface HeadingProps {
  readonly column: Column;
  readonly heading: string;
  readonly order: TableOrder;
  readonly onOrder: (order: TableOrder) => void;
}

function Heading({ column, heading, order, onOrder }: HeadingProps) {
  const isBy = order.by === column;
  const direction = order.isDescending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isBy ? direction : "none"}>
      <button type="button" onClick={() => onOrder({ by: column, isDescending: isBy && !order.isDescending })}>
        {heading}
        {isBy && (order.isDescending ? " ↓" : " ↑")}
      </button>
    </th>
  );
}
