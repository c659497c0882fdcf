import { useState } from "preact/hooks";
import { counted } from "../../../../shared/counted.ts";
import { useCommand } from "../../operator/use-command.ts";
import { useParts } from "../../page-parts.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Button } from "../../parts/controls.tsx";
import { namesAndMore } from "../../parts/names-and-more.ts";
import type { DeviceRow } from "./arranged-devices.ts";
import { doneToEach, outcomeWords, subjectOf } from "./each-device.ts";
import { RenameSheet } from "./rename-sheet.tsx";
import { RoomSelect } from "./room-select.tsx";

interface BulkActionsProps {
  readonly rows: readonly DeviceRow[];
  /** With those that it was done to. */
  readonly onDone: (done: readonly DeviceRow[]) => void;
}

const MOST_RENAMED = 100;
const MOST_NAMED = 10;

/** What can be done with all devices that are selected. Moves and names are done wholly or not at all. */
export function BulkActions({ rows, onDone }: BulkActionsProps) {
  const { operator, messages } = useParts();
  const command = useCommand();
  const [dialog, setDialog] = useState<"rename" | "remove" | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const waiting = rows.filter(({ admitted }) => !admitted);

  const move = async (room: string, where: string) => {
    const devices = rows.map(({ id }) => id);
    setBusy(true);
    const isDone = await command("device.move-each", { devices, room }, `${subjectOf(rows)} moved ${where}.`);
    setBusy(false);
    if (isDone) onDone(rows);
  };
  const each = async (those: readonly DeviceRow[], act: (row: DeviceRow) => Promise<unknown>, what: string) => {
    setBusy(true);
    const outcome = await doneToEach(those, act);
    setBusy(false);
    messages.say(outcomeWords(outcome, what), outcome.refusals.length > 0 ? "problem" : "news");
    onDone(outcome.done);
  };
  const admit = () => each(waiting, ({ id }) => operator.ask("device.admit", { device: id }), "admitted");
  const remove = () => each(rows, ({ id }) => operator.ask("device.remove", { device: id }), "removed");

  return (
    <>
      <RoomSelect
        label="Move to"
        action={`Move ${rows.length}`}
        isDisabled={isBusy}
        onChoose={(room, where) => void move(room, where)}
      />
      <Button isDisabled={isBusy || rows.length > MOST_RENAMED} onPress={() => setDialog("rename")}>
        Rename {rows.length > MOST_RENAMED ? `(at most ${MOST_RENAMED})` : rows.length}
      </Button>
      {waiting.length > 0 && (
        <Button isDisabled={isBusy} onPress={() => void admit()}>
          Admit {waiting.length}
        </Button>
      )}
      <Button look="danger" isDisabled={isBusy} onPress={() => setDialog("remove")}>
        Remove {rows.length}
      </Button>
      {dialog === "rename" && <RenameSheet rows={rows} onDone={onDone} onClose={() => setDialog(undefined)} />}
      {dialog === "remove" && (
        <Confirm
          title={`Remove ${counted(rows.length, "device")}?`}
          action={`Remove ${rows.length}`}
          onClose={() => setDialog(undefined)}
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
