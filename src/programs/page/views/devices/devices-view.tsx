import { useSignalEffect } from "@preact/signals";
import { useState } from "preact/hooks";
import { counted } from "../../../../shared/counted.ts";
import { useAnswer } from "../../operator/use-answer.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { arranged, SHOWN, type Shown, type TableOrder } from "./arranged-devices.ts";
import { CsvButtons } from "./csv-buttons.tsx";
import { DeviceSheet } from "./device-sheet.tsx";
import { DeviceTable } from "./device-table.tsx";
import { Joining } from "./joining.tsx";
import { Problems } from "./problems.tsx";
import { selectable, selectionIn, withChosen } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";

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

/** Every device, for the operator. */
export function DevicesView() {
  const devices = useAnswer("device.list", {}, { everyMillis: LOOK_MILLIS });
  const [text, setText] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const [order, setOrder] = useState<TableOrder>({ by: "room", isDescending: false });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [joining, setJoining] = useState<AbortController | undefined>(undefined);
  const [openId, setOpenId] = useState<string | undefined>(undefined);
  useReloadOnChange(devices.reload);
  const all = devices.value ?? [];
  const rows = arranged(all, { text, shown }, order);
  const selection = selectionIn(all, rows, chosen);
  const open = all.find(({ id }) => id === openId);
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
          placeholder="Name, room, product, serial number"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <select
          class="field"
          aria-label="Devices to show"
          value={shown}
          onChange={({ currentTarget }) => setShown(SHOWN.find((one) => one === currentTarget.value) ?? "all")}
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
          {devices.value && countWords(rows.length, all.length)}
        </p>
        {rows.length > 0 && <CsvButtons rows={rows} />}
      </div>
      <DeviceTable
        rows={rows}
        hasBatteries={all.some(({ batteryPercent }) => batteryPercent !== null)}
        order={order}
        onOrder={setOrder}
        chosen={chosen}
        onChoose={setChosen}
        onOpen={setOpenId}
      />
      {selection.rows.length + selection.hidden > 0 && (
        <SelectionBar
          all={all}
          selection={selection}
          onSelectMatching={() => setChosen(new Set([...chosen, ...selectable(rows).map(({ id }) => id)]))}
          onClear={() => setChosen(new Set())}
          onDone={(done) => {
            const ids = done.map(({ id }) => id);
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

const countWords = (matching: number, all: number): string =>
  matching === all ? counted(all, "device") : `${matching} of ${counted(all, "device")}`;

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
