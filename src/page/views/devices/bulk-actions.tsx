import { useState } from "preact/hooks";
import { counted } from "../../../shared/counted.ts";
import { useCommand } from "../../operator/use-command.ts";
import { useParts } from "../../page-parts.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Button } from "../../parts/controls.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { doneToEach, refusalWords, whoAre } from "./each-device.ts";
import { RenameSheet } from "./rename-sheet.tsx";
import { RoomSelect } from "./room-select.tsx";

interface BulkActionsProps {
  readonly rows: readonly DeviceRow[];
  readonly onDone: () => void;
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
    if (await command("device.move-each", { devices, room }, whoAre(rows, `${where} now.`))) onDone();
  };
  const each = async (those: readonly DeviceRow[], act: (row: DeviceRow) => Promise<unknown>, what: string) => {
    setBusy(true);
    const { done, refusals } = await doneToEach(those, act);
    setBusy(false);
    if (done.length > 0) messages.say(whoAre(done, what));
    if (refusals.length > 0) messages.say(refusalWords(refusals), "trouble");
    onDone();
  };
  const admit = () => each(waiting, ({ id }) => operator.ask("device.admit", { device: id }), "admitted.");
  const remove = () => each(rows, ({ id }) => operator.ask("device.remove", { device: id }), "removed.");

  return (
    <>
      <RoomSelect label="Move to" action={`Move ${rows.length}`} onChoose={(room, where) => void move(room, where)} />
      <Button isDisabled={rows.length > MOST_RENAMED} onPress={() => setDialog("rename")}>
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
          <p>{someNames(rows)}. Each is sent away, and may join again.</p>
        </Confirm>
      )}
    </>
  );
}

function someNames(rows: readonly DeviceRow[]): string {
  const names = rows.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = rows.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
