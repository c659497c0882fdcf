import { useState } from "preact/hooks";
import type { NewName } from "../../../../core/home/model/new-names.ts";
import { counted } from "../../../../shared/counted.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { PlanTable } from "./plan-table.tsx";
import { type Destination, editsFor, isRenamed, plannedEdits } from "./planned-edits.ts";
import { useEdits } from "./use-edits.ts";

interface MoveSheetProps {
  readonly rows: readonly DeviceRow[];
  readonly to: Destination;
  /** With numbers where names are taken there. */
  readonly names: readonly NewName[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows which devices get a number in the room that they are moved to, as their names are taken there. */
export function MoveSheet({ rows, to, names, onDone, onClose }: MoveSheetProps) {
  const { operator } = useParts();
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const { give, refusal, isBusy, forget } = useEdits();
  const plan = plannedEdits(rows, names, typed);
  const renamed = plan.filter(isRenamed).length;
  const place = to.name ?? "no room";
  const clashing = new Set(names.filter(({ isNumbered }) => isNumbered).map(({ device }) => device.id));
  const inSight = plan.filter(({ row }) => clashing.has(row.id));
  const move = async () => {
    const done = `${counted(rows.length, "device")} moved to ${place}, ${renamed} renamed.`;
    if (!(await give(() => operator.ask("device.edit-each", { edits: editsFor(plan, to) }), done))) return;
    onClose();
    onDone();
  };
  return (
    <Sheet title={`Move ${counted(rows.length, "device")} to ${place}`} isUnsaved={typed.size > 0} onClose={onClose}>
      <div class="form plan-form">
        <p>
          {counted(clashing.size, "name")} {clashing.size === 1 ? "is" : "are"} taken in {place}, so{" "}
          {clashing.size === 1 ? "this device gets" : "these devices get"} a number. You can type other names.
          {clashing.size < rows.length &&
            ` The other ${counted(rows.length - clashing.size, "device")} ${rows.length - clashing.size === 1 ? "keeps its name" : "keep their names"}.`}
        </p>
        <PlanTable
          plan={inSight}
          onName={(id, name) => {
            setTyped(new Map([...typed, [id, name]]));
            forget();
          }}
        />
        <RefusalLines lines={refusal} />
        <div class="actions">
          <Button onPress={onClose}>Cancel</Button>
          <Button look="strong" isDisabled={isBusy} onPress={() => void move()}>
            Move {rows.length}, rename {renamed}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
