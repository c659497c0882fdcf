import { relativeWords, timeWords } from "../../parts/times.ts";
import { type DeviceRow, isGateway } from "./arranged-devices.ts";
import { DeviceState } from "./device-state-cell.tsx";

interface DeviceTableRowProps {
  readonly row: DeviceRow;
  /** By its name, and by its room where others have the name. */
  readonly called: string;
  readonly isChosen: boolean;
  readonly hasBatteries: boolean;
  readonly onChoose: (how: { readonly isChosen: boolean; readonly isRange: boolean }) => void;
  readonly onOpen: () => void;
}

/** One device in the table. */
export function DeviceTableRow({ row, called, isChosen, hasBatteries, onChoose, onOpen }: DeviceTableRowProps) {
  const { name, room, product, serial, batteryPercent, lastSeenAt, newVersion } = row;
  return (
    <tr>
      <td class="col-choose">
        {!isGateway(row) && (
          <input
            type="checkbox"
            aria-label={`Select ${called}`}
            checked={isChosen}
            onClick={({ currentTarget, shiftKey }) => onChoose({ isChosen: currentTarget.checked, isRange: shiftKey })}
          />
        )}
      </td>
      <th scope="row" class="col-name">
        <button type="button" class="link-button" title={name} onClick={onOpen}>
          {name}
        </button>
        <span class="row-room">{room ?? "–"}</span>
        {newVersion !== null && <span class="row-update">{updateWords(newVersion)}</span>}
      </th>
      <td class="col-room">{room ?? "–"}</td>
      <td class="col-state">
        <DeviceState row={row} />
      </td>
      <td class="col-link">
        <LinkQuality row={row} />
      </td>
      <td class="col-seen" title={lastSeenAt === null ? undefined : timeWords(lastSeenAt)}>
        {lastSeenAt === null ? "–" : relativeWords(lastSeenAt, Date.now())}
      </td>
      {hasBatteries && <td class="col-battery">{batteryPercent === null ? "–" : `${Math.round(batteryPercent)}%`}</td>}
      <td class="col-version">
        <Firmware row={row} />
      </td>
      <td class="col-product">{product}</td>
      <td class="col-serial">{serial}</td>
    </tr>
  );
}

/** Of 255: below these, a connection has one, two or three bars. */
const BARS = [30, 70, 120] as const;

function LinkQuality({ row: { linkQuality, online } }: { readonly row: DeviceRow }) {
  if (linkQuality === null) return "–";
  const bars = 1 + BARS.filter((least) => linkQuality >= least).length;
  return (
    <span class="link-quality" data-bars={bars} data-stale={!online}>
      <svg viewBox="0 0 16 12" aria-hidden="true" focusable="false">
        {[1, 2, 3, 4].map((bar) => (
          <rect key={bar} x={bar * 4 - 4} y={12 - bar * 3} width="3" height={bar * 3} data-full={bar <= bars} />
        ))}
      </svg>
      {linkQuality}
    </span>
  );
}

const updateWords = (newVersion: string): string => `update to ${newVersion}`;

function Firmware({ row: { version, newVersion } }: { readonly row: DeviceRow }) {
  return (
    <>
      {version || "–"}
      {newVersion !== null && <span class="badge badge-update">{updateWords(newVersion)}</span>}
    </>
  );
}
