import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { type NewName, namedAs } from "../../../../core/home/model/new-names.ts";
import { counted } from "../../../../shared/counted.ts";
import { useCommand } from "../../operator/use-command.ts";
import { useParts } from "../../page-parts.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Button } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { subjectOf } from "./each-device.ts";
import { MoveSheet } from "./move-sheet.tsx";
import { type Destination, namingOf } from "./planned-edits.ts";
import { RenameManySheet } from "./rename-many-sheet.tsx";
import { RenameSheet } from "./rename-sheet.tsx";
import { RoomSelect } from "./room-select.tsx";
import { useEach } from "./use-each.ts";

interface BulkActionsProps {
  readonly all: readonly DeviceRow[];
  readonly callEach: (row: DeviceRow) => string;
  readonly rows: readonly DeviceRow[];
  /** What a phone has in the menu too. */
  readonly more: ComponentChildren;
  readonly onChanged: (changed: readonly DeviceRow[]) => void;
  readonly onSettled: (settled: readonly DeviceRow[]) => void;
}

/** A move for which devices get new names. */
interface Move {
  readonly to: Destination;
  readonly names: readonly NewName[];
}

const MOST_NAMED = 10;

/** Browsers have about six connections to a gateway, and the page follows the home by one. */
const COMMANDS_AT_ONCE = 4;

/**
 * What can be done with all devices that are selected, which stay so unless nothing is left to be done. Moves and names are
 * done wholly or not at all.
 */
export function BulkActions({ all, rows, callEach, more, onChanged, onSettled }: BulkActionsProps) {
  const { operator } = useParts();
  const command = useCommand();
  const { progress, doToEach } = useEach();
  const [dialog, setDialog] = useState<"rename" | "remove" | Move | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const [first] = rows;
  const close = () => setDialog(undefined);
  const changed = () => onChanged(rows);
  const waiting = rows.filter(({ admitted }) => !admitted);
  const settable = rows.filter(({ lights, syncBox }) => lights.length > 0 || syncBox !== null);
  const subject = first && rows.length === 1 ? callEach(first) : subjectOf(rows);

  const move = async (to: Destination) => {
    const names = namedAs(namingOf(all, rows, to), ({ name }) => name);
    if (names.some(({ isNumbered }) => isNumbered)) return setDialog({ to, names });
    const edits = rows.map(({ id: device }) => ({ device, room: to.id }));
    setBusy(true);
    const isDone = await command("device.edit-each", { edits }, `${subject} moved to ${to.name ?? "no room"}.`);
    setBusy(false);
    if (isDone) changed();
  };
  const each = async (task: Parameters<typeof doToEach>[0]) => {
    setBusy(true);
    const done = await doToEach(task);
    setBusy(false);
    return done;
  };
  const turn = async (word: "on" | "off") => {
    await each({
      rows: settable,
      act: ({ id }) => operator.ask("set", { device: id, words: [word] }),
      doing: `Turning ${word}`,
      what: `turned ${word}`,
      needsOnline: true,
      atOnce: COMMANDS_AT_ONCE,
    });
    changed();
  };
  const admit = async () => {
    const act = ({ id }: DeviceRow) => operator.ask("device.admit", { device: id });
    onSettled(await each({ rows: waiting, act, doing: "Admitting", what: "admitted" }));
  };
  const remove = async () => {
    const act = ({ id }: DeviceRow) => operator.ask("device.remove", { device: id });
    onSettled(await each({ rows, act, doing: "Removing", what: "removed" }));
  };

  // First, so that the focus is back on the button of the menu when a dialog takes it.
  const closeMenu = () => menu.current?.hidePopover();
  const fromMenu = (act: () => void) => () => {
    closeMenu();
    act();
  };
  // A phone leaves out what is beside the count of those that are selected anyway.
  const settableCount = (
    <span class={settable.length === rows.length ? "selection-words" : undefined}> {settable.length}</span>
  );
  return (
    <>
      <div class="selection-actions">
        {settable.length > 0 && (
          <>
            <Button isDisabled={isBusy} onPress={() => void turn("on")}>
              Turn on{settableCount}
            </Button>
            <Button isDisabled={isBusy} onPress={() => void turn("off")}>
              Turn off{settableCount}
            </Button>
          </>
        )}
        <button type="button" class="button selection-more" aria-label="More actions" popovertarget="selection-menu">
          <Icon name="more" />
        </button>
        <div ref={menu} id="selection-menu" class="selection-menu" popover="auto">
          <div class="selection-narrow">{more}</div>
          <RoomSelect
            label="Move to"
            action={`Move ${rows.length}`}
            isDisabled={isBusy}
            onChoose={(to) => {
              closeMenu();
              void move(to);
            }}
          />
          <Button isDisabled={isBusy} onPress={fromMenu(() => setDialog("rename"))}>
            Rename {rows.length}
          </Button>
          {waiting.length > 0 && (
            <Button isDisabled={isBusy} onPress={fromMenu(() => void admit())}>
              Admit {waiting.length}
            </Button>
          )}
          <Button look="danger" isDisabled={isBusy} onPress={fromMenu(() => setDialog("remove"))}>
            Remove {rows.length}
          </Button>
        </div>
      </div>
      {progress !== undefined && <p class="bulk-progress">{progress}</p>}
      {dialog === "rename" && first && rows.length === 1 && (
        <RenameSheet row={first} called={subject} onDone={changed} onClose={close} />
      )}
      {dialog === "rename" && rows.length > 1 && (
        <RenameManySheet all={all} rows={rows} onDone={changed} onClose={close} />
      )}
      {typeof dialog === "object" && <MoveSheet {...dialog} rows={rows} onDone={changed} onClose={close} />}
      {dialog === "remove" && (
        <Confirm
          title={`Remove ${counted(rows.length, "device")}?`}
          action={`Remove ${rows.length}`}
          onClose={close}
          onConfirm={() => void remove()}
        >
          <ul class="named-devices">
            {rows.slice(0, MOST_NAMED).map((row) => (
              <li key={row.id}>
                {callEach(row)} <span class="quiet">{row.serial}</span>
              </li>
            ))}
          </ul>
          {rows.length > MOST_NAMED && <p>and {rows.length - MOST_NAMED} more</p>}
          <p>Removed devices leave the network. They can join again.</p>
        </Confirm>
      )}
    </>
  );
}
