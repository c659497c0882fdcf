import { useState } from "preact/hooks";
import { namePatternIn } from "../../../../core/home/model/name-pattern.ts";
import { type NewName, namedByPattern, namedByReplacing } from "../../../../core/home/model/new-names.ts";
import { counted } from "../../../../shared/counted.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { PlanTable } from "./plan-table.tsx";
import { editsFor, isRenamed, namingOf, type PlannedEdit, plannedEdits, planWords } from "./planned-edits.ts";
import { useEdits } from "./use-edits.ts";

interface RuleRenameProps {
  readonly way: "pattern" | "replace";
  readonly all: readonly DeviceRow[];
  readonly rows: readonly DeviceRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Names that follow from a pattern, or from words that are replaced. */
export function RuleRename({ way, all, rows, onDone, onClose }: RuleRenameProps) {
  const { operator } = useParts();
  const [first, setFirst] = useState(way === "pattern" ? "{room} {n:02}" : "");
  const [second, setSecond] = useState("");
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const { give, refusal, isBusy, forget } = useEdits();
  const naming = namingOf(all, rows);
  const pattern = namePatternIn(first);
  const problem = way === "pattern" && "problem" in pattern ? pattern.problem : undefined;
  const names: readonly NewName[] =
    way === "replace"
      ? namedByReplacing(naming, first, second)
      : namedByPattern(naming, "problem" in pattern ? [{ kind: "name" }] : pattern);
  const plan = plannedEdits(rows, names, typed);
  const renamed = plan.filter(isRenamed);
  // Whoever changes the rule begins anew.
  const take = (set: (text: string) => void) => (text: string) => {
    set(text);
    setTyped(new Map());
    forget();
  };
  const rename = async () => {
    const ask = () => operator.ask("device.edit-each", { edits: editsFor(plan) });
    if (await give(ask, renamedWords(renamed))) onDone();
  };
  return (
    <>
      <div class="form-row">
        {way === "pattern" ? (
          <RuleField label="Pattern" value={first} onValue={take(setFirst)} />
        ) : (
          <>
            <RuleField label="Find" value={first} onValue={take(setFirst)} />
            <RuleField label="Replace with" value={second} onValue={take(setSecond)} />
          </>
        )}
      </div>
      {way === "pattern" && (
        <p class={problem === undefined ? "quiet" : "wrong"}>
          {problem ??
            "{room} is the room, {name} the current name, {n} a number, and {n:02} a number with two digits. Numbers start again in each room if the pattern has {room}."}
        </p>
      )}
      <p role="status">{planWords(plan)}</p>
      <PlanTable
        plan={plan}
        onName={(id, name) => {
          setTyped(new Map([...typed, [id, name]]));
          forget();
        }}
      />
      <RefusalLines lines={refusal} />
      <div class="actions">
        <Button onPress={onClose}>Cancel</Button>
        <Button
          look="strong"
          isDisabled={isBusy || problem !== undefined || renamed.length === 0 || plan.some(isImpossible)}
          onPress={() => void rename()}
        >
          Rename {renamed.length}
        </Button>
      </div>
    </>
  );
}

const isImpossible = (edit: PlannedEdit): boolean => edit.isImpossible === true;

interface RuleFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

const RuleField = ({ label, value, onValue }: RuleFieldProps) => (
  <label class="labelled">
    {label}
    <input
      class="field"
      value={value}
      autocomplete="off"
      spellcheck={false}
      maxLength={256}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  </label>
);

function renamedWords(renamed: readonly PlannedEdit[]): string {
  const [first] = renamed;
  return first && renamed.length === 1
    ? `${first.row.name} renamed to ${first.name}.`
    : `${counted(renamed.length, "device")} renamed.`;
}
