import { useRef } from "preact/hooks";
import type { Result } from "../../operator/page-commands.ts";
import { whoWords } from "../../parts/who-words.ts";
import type { HistoryEntry } from "./folded-history.ts";
import { removedIn } from "./removed-devices.ts";
import { SINCE } from "./since.ts";

/** What somebody chose; empty for no choice. */
export const NO_CHOICE = { text: "", device: "", by: "", part: "", since: "" };
export type HistoryChoice = typeof NO_CHOICE;

export const PARTS = [
  ["commands", "Commands"],
  ["reports", "Device reports"],
  ["refusals", "Refused"],
] as const;

const KINDS = [
  ["operator", "Operator"],
  ["button", "Button"],
  ["backend", "Backend"],
  ["gateway", "Gateway"],
] as const;

interface HistoryFiltersProps {
  readonly choice: HistoryChoice;
  readonly devices: Result<"device.list">;
  /** Those that are shown: whoever is in them can be chosen. */
  readonly entries: readonly HistoryEntry[];
  readonly onChoose: (some: Partial<HistoryChoice>) => void;
}

export function HistoryFilters({ choice, devices, entries, onChoose: choose }: HistoryFiltersProps) {
  /** Also those whose entries a filter leaves out. */
  const seen = useRef(new Map<string, string>());
  for (const { by } of entries) if ("name" in by) seen.current.set(`${by.kind} ${by.name}`, whoWords(by));
  const removed = useRef(new Map<string, string>());
  for (const [id, name] of removedIn(entries)) removed.current.set(id, name);
  const present = new Set(devices.map(({ id }) => id));
  const gone = [...removed.current].filter(([id]) => !present.has(id));
  return (
    <div class="filters filters-many">
      <input
        class="field"
        type="search"
        aria-label="Filter history"
        placeholder="Device, person, change"
        value={choice.text}
        maxLength={200}
        onInput={({ currentTarget }) => choose({ text: currentTarget.value })}
      />
      <Select
        label="Device"
        all="All devices"
        value={choice.device}
        options={[
          ...devices.map(({ id, name, room }) => [id, room === null ? name : `${name} (${room})`] as const),
          ...gone,
        ]}
        onChoose={(device) => choose({ device })}
      />
      <Select
        label="Who"
        all="Everyone"
        value={choice.by}
        options={[...KINDS, ...seen.current]}
        onChoose={(by) => choose({ by })}
      />
      <Select label="Kind" all="All kinds" value={choice.part} options={PARTS} onChoose={(part) => choose({ part })} />
      <Select
        label="Since"
        all="Any time"
        value={choice.since}
        options={SINCE}
        onChoose={(since) => choose({ since })}
      />
    </div>
  );
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly all: string;
  readonly value: Value | "";
  readonly options: readonly (readonly [Value, string])[];
  readonly onChoose: (value: Value | "") => void;
}

const Select = <Value extends string>({ label, all, value, options, onChoose }: SelectProps<Value>) => (
  <select
    class="field"
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => onChoose(options.find(([one]) => one === currentTarget.value)?.[0] ?? "")}
  >
    <option value="">{all}</option>
    {options.map(([one, words]) => (
      <option key={one} value={one}>
        {words}
      </option>
    ))}
  </select>
);
