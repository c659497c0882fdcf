import { useState } from "preact/hooks";
import { counted } from "../../../shared/counted.ts";
import { Button } from "../../parts/controls.tsx";
import type { Column, DeviceRow, TableOrder } from "./arranged-devices.ts";

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
  const areAllChosen = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) isChosen ? next.add(id) : next.delete(id);
    onChoose(next);
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
                  aria-label="Select all that are shown"
                  checked={areAllChosen}
                  onChange={({ currentTarget }) =>
                    choose(
                      rows.map(({ id }) => id),
                      currentTarget.checked,
                    )
                  }
                />
              </th>
              {Object.entries(HEADINGS).map(([column, heading]) => (
                <Heading key={column} column={column as Column} heading={heading} order={order} onOrder={onOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              <tr key={row.id}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Select ${row.name}`}
                    checked={chosen.has(row.id)}
                    onChange={({ currentTarget }) => choose([row.id], currentTarget.checked)}
                  />
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
      <p class="quiet" role="status">
        {counted(rows.length, "device")}
      </p>
      {rows.length > most && <Button onPress={() => setMost(most + ROWS_AT_ONCE)}>Show more</Button>}
    </>
  );
}

function DeviceState({ row: { online, admitted, state } }: { readonly row: DeviceRow }) {
  if (!admitted) return <span class="word-trouble">not admitted</span>;
  return online ? <span>{state || "online"}</span> : <span class="word-trouble">offline</span>;
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
