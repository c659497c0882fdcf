import { useSignalEffect } from "@preact/signals";
import { useState } from "preact/hooks";
import { counted } from "../../../../shared/counted.ts";
import { useAddressFields } from "../../address-fields.ts";
import { namesAmong } from "../../model/placed-names.ts";
import { useAnswer } from "../../operator/use-answer.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { NoMatch } from "../../parts/no-match.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import {
  arranged,
  COLUMNS,
  type DeviceRow,
  isGateway,
  SHOWN,
  type Shown,
  type TableOrder,
} from "./arranged-devices.ts";
import { CsvButtons } from "./csv-buttons.tsx";
import { DeviceSheet } from "./device-sheet.tsx";
import { DeviceTable } from "./device-table.tsx";
import { Joining } from "./joining.tsx";
import { Problems } from "./problems.tsx";
import { selectable, selectionIn, withChosen } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { useCovered } from "./use-covered.ts";

const SHOWN_WORDS: Readonly<Record<Shown, string>> = {
  all: "All devices",
  offline: "Offline",
  waiting: "Not admitted",
  updatable: "Update available",
};

/** What is told of time and of connections gets old. */
const LOOK_MILLIS = 30_000;

/** Several changes at once are one reason to read again. */
const SETTLE_MILLIS = 250;

const FIELDS = { text: "", show: "all", by: "room", order: "ascending" };

/** Every device, for the operator. */
export function DevicesView() {
  const devices = useAnswer("device.list", {}, { everyMillis: LOOK_MILLIS });
  const [fields, choose] = useAddressFields(FIELDS);
  const { text } = fields;
  const shown = SHOWN.find((one) => one === fields.show) ?? "all";
  const order: TableOrder = {
    by: COLUMNS.find((one) => one === fields.by) ?? "room",
    isDescending: fields.order === "descending",
  };
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [joining, setJoining] = useState<AbortController | undefined>(undefined);
  const [openId, setOpenId] = useState<string | undefined>(undefined);
  useReloadOnChange(devices.reload);
  const all = devices.value ?? [];
  const rows = arranged(all, { text, shown }, order);
  const selection = selectionIn(all, rows, chosen);
  const cover = useCovered({
    rows,
    filter: `${shown} ${text}`,
    onHidden: (ids) => setChosen((now) => withChosen(now, ids, false)),
  });
  const open = all.find(({ id }) => id === openId);
  const callEach = namesAmong(all);
  const clearFilter = () => choose({ text: "", show: "all" });
  return (
    <div class="view">
      <div class="view-head">
        <h1>Devices</h1>
        {!joining && (
          <Button look="strong" onPress={() => setJoining(new AbortController())}>
            Let devices join
          </Button>
        )}
      </div>
      {joining && <Joining end={joining} onJoined={devices.reload} onOver={() => setJoining(undefined)} />}
      <RefusalLines lines={devices.refusal} />
      <Problems />
      <div class="filters">
        <input
          class="field"
          type="search"
          aria-label="Filter devices"
          placeholder="Name, room, state, product, serial"
          value={text}
          onInput={({ currentTarget }) => choose({ text: currentTarget.value })}
        />
        <select
          class="field"
          aria-label="Devices to show"
          value={shown}
          onChange={({ currentTarget }) => choose({ show: currentTarget.value })}
        >
          {SHOWN.map((one) => (
            <option key={one} value={one}>
              {SHOWN_WORDS[one]}
            </option>
          ))}
        </select>
      </div>
      <div class="table-head">
        <p class="quiet" role="status">
          {devices.value && countWords(rows, all)}
        </p>
        {devices.value && <CsvButtons all={all} rows={rows} onChanged={devices.reload} />}
      </div>
      {devices.value && rows.length === 0 && <NoMatch what="devices" onClear={clearFilter} />}
      {rows.length > 0 && (
        <DeviceTable
          rows={rows}
          callEach={callEach}
          hasBatteries={all.some(({ batteryPercent }) => batteryPercent !== null)}
          order={order}
          onOrder={({ by, isDescending }) => choose({ by, order: isDescending ? "descending" : "ascending" })}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={setOpenId}
        />
      )}
      {selection.rows.length + selection.hidden > 0 && (
        <SelectionBar
          all={all}
          callEach={callEach}
          selection={selection}
          onSelectMatching={() => setChosen(new Set([...chosen, ...selectable(rows).map(({ id }) => id)]))}
          onClear={() => setChosen(new Set())}
          onClearFilter={clearFilter}
          onChanged={(changed) => {
            cover(changed);
            devices.reload();
          }}
          onSettled={(settled) => {
            const ids = settled.map(({ id }) => id);
            // Others may have been selected meanwhile, and those that refused stay selected.
            setChosen((now) => withChosen(now, ids, false));
            devices.reload();
          }}
        />
      )}
      {open && (
        <DeviceSheet key={open.id} device={open} onClose={() => setOpenId(undefined)} onChanged={devices.reload} />
      )}
    </div>
  );
}

/** "12 of 200 devices"; the gateway, which is in the table but cannot be selected, is none of them. */
function countWords(rows: readonly DeviceRow[], all: readonly DeviceRow[]): string {
  const [matching, existing] = [selectable(rows).length, selectable(all).length];
  const devices = counted(existing, "device");
  return `${matching === existing ? devices : `${matching} of ${devices}`}${rows.some(isGateway) ? " and the gateway" : ""}`;
}

/** Reads the table again when a device or room appears, changes or disappears. */
function useReloadOnChange(reload: () => void): void {
  const { model } = useParts();
  useSignalEffect(() => {
    for (const id of model.devices.ids.value) void model.devices.get(id)?.shown.value;
    for (const id of model.rooms.ids.value) void model.rooms.get(id)?.shown.value;
    const timer = setTimeout(reload, SETTLE_MILLIS);
    return () => clearTimeout(timer);
  });
}
