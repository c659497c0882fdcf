import { useState } from "preact/hooks";
import { Button } from "../../parts/controls.tsx";
import { isRenamed, type PlannedEdit } from "./planned-edits.ts";

const ROWS_AT_ONCE = 100;

interface PlanTableProps {
  readonly plan: readonly PlannedEdit[];
  /** Takes a name that is typed instead; without it, names cannot be typed. */
  readonly onName?: (id: string, name: string) => void;
}

/** What is about to change: old name, new name and room of each device. */
export function PlanTable({ plan, onName }: PlanTableProps) {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="plan-frame" aria-label="Preview" tabIndex={0}>
        <table class="plan">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">New name</th>
              <th scope="col">Room</th>
            </tr>
          </thead>
          <tbody>
            {plan.slice(0, most).map((edit) => (
              <PlanRow key={edit.row.id} edit={edit} {...(onName ? { onName } : {})} />
            ))}
          </tbody>
        </table>
      </section>
      {plan.length > most && (
        <Button look="small" onPress={() => setMost(most + ROWS_AT_ONCE)}>
          Show more ({most} of {plan.length} shown)
        </Button>
      )}
    </>
  );
}

interface PlanRowProps extends Pick<PlanTableProps, "onName"> {
  readonly edit: PlannedEdit;
}

function PlanRow({ edit, onName }: PlanRowProps) {
  const { row, name, room, note, isImpossible } = edit;
  return (
    <tr data-changed={isRenamed(edit)}>
      <th scope="row">{row.name}</th>
      <td>
        {onName ? (
          <input
            class="field"
            aria-label={`New name of ${row.name}`}
            value={name}
            maxLength={128}
            autocomplete="off"
            onInput={({ currentTarget }) => onName(row.id, currentTarget.value)}
          />
        ) : (
          name
        )}
        {note !== undefined && <p class={isImpossible ? "wrong" : "quiet"}>{note}</p>}
      </td>
      <td>{row.room === room ? roomWords(room) : `${roomWords(row.room)} → ${roomWords(room)}`}</td>
    </tr>
  );
}

const roomWords = (room: string | null): string => room ?? "–";
