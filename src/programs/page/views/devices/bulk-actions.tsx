import { useState } from "preact/hooks";
import { type NewName, namedAs } from "../../../../core/home/model/new-names.ts";
import { counted } from "../../../../shared/counted.ts";
import { useCommand } from "../../operator/use-command.ts";
import { useParts } from "../../page-parts.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Button } from "../../parts/controls.tsx";
import { namesAndMore } from "../../parts/names-and-more.ts";
import type { DeviceRow } from "./arranged-devices.ts";
import { doneToEach, outcomeWords, subjectOf } from "./each-device.ts";
import { MoveSheet } from "./move-sheet.tsx";
import { type Destination, namingOf } from "./planned-edits.ts";
import { RenameManySheet } from "./rename-many-sheet.tsx";
import { RenameSheet } from "./rename-sheet.tsx";
import { RoomSelect } from "./room-select.tsx";

interface BulkActionsProps {
  readonly all: readonly DeviceRow[];
  readonly rows: readonly DeviceRow[];
  /** With those that it was done to. */
  readonly onDone: (done: readonly DeviceRow[]) => void;
}

/** A move for which devices get new names. */
interface Move {
  readonly to: Destination;
  readonly names: readonly NewName[];
}

const MOST_NAMED = 10;

/** What can be done with all devices that are selected. Moves and names are done wholly or not at all. */
export function BulkActions({ all, rows, onDone }: BulkActionsProps) {
  const { operator, messages } = useParts();
  const command = useCommand();
  const [dialog, setDialog] = useState<"rename" | "remove" | Move | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [first] = rows;
  const close = () => setDialog(undefined);
  const waiting = rows.filter(({ admitted }) => !admitted);

  const move = async (to: Destination) => {
    const names = namedAs(namingOf(all, rows, to), ({ name }) => name);
    if (names.some(({ isNumbered }) => isNumbered)) return setDialog({ to, names });
    const edits = rows.map(({ id: device }) => ({ device, room: to.id }));
    setBusy(true);
    const isDone = await command("device.edit-each", { edits }, `${subjectOf(rows)} moved to ${to.name ?? "no room"}.`);
    setBusy(false);
    if (isDone) onDone(rows);
  };
  const each = async (those: readonly DeviceRow[], act: (row: DeviceRow) => Promise<unknown>, what: string) => {
    setBusy(true);
    const outcome = await doneToEach(those, act);
    setBusy(false);
    const { refusals } = outcome;
    messages.say(outcomeWords(outcome, what), refusals.length > 0 ? "problem" : "news", refusals);
    onDone(outcome.done);
  };
  const admit = () => each(waiting, ({ id }) => operator.ask("device.admit", { device: id }), "admitted");
  const remove = () => each(rows, ({ id }) => operator.ask("device.remove", { device: id }), "removed");

  return (
    <>
      <RoomSelect label="Move to" action={`Move ${rows.length}`} isDisabled={isBusy} onChoose={(to) => void move(to)} />
      <Button isDisabled={isBusy} onPress={() => setDialog("rename")}>
        Rename {rows.length}
      </Button>
      {waiting.length > 0 && (
        <Button isDisabled={isBusy} onPress={() => void admit()}>
          Admit {waiting.length}
        </Button>
      )}
      <Button look="danger" isDisabled={isBusy} onPress={() => setDialog("remove")}>
        Remove {rows.length}
      </Button>
      {dialog === "rename" && first && rows.length === 1 && <RenameSheet row={first} onDone={onDone} onClose={close} />}
      {dialog === "rename" && rows.length > 1 && (
        <RenameManySheet all={all} rows={rows} onDone={onDone} onClose={close} />
      )}
      {typeof dialog === "object" && <MoveSheet {...dialog} rows={rows} onDone={onDone} onClose={close} />}
      {dialog === "remove" && (
        <Confirm
          title={`Remove ${counted(rows.length, "device")}?`}
          action={`Remove ${rows.length}`}
          onClose={close}
          onConfirm={() => void remove()}
        >
          <p>
            {namesAndMore(
              rows.map(({ name }) => name),
              MOST_NAMED,
            )}
            . Removed devices leave the network. They can join again.
          </p>
        </Confirm>
      )}
    </>
  );
}
