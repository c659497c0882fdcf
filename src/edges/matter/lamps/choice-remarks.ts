import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Room } from "../../../core/home/model/room.ts";
import { devicesIn } from "../../../core/home/select.ts";
import { nearestWord } from "../../../shared/nearest-word.ts";
import { type Chosen, choosableIn } from "./chosen.ts";
import { lampsOf } from "./lamps-of.ts";

/** What an operator should know of a chosen name, as a line of the log. */
export interface ChoiceRemark {
  readonly level: "info" | "warn";
  readonly line: string;
}

/** A remark on each chosen name that brings no lamps to ecosystems, or that nothing has any more. */
export function remarksOnChoice(names: readonly string[], chosen: Chosen, home: Home): readonly ChoiceRemark[] {
  const all = choosableIn(home);
  return names.flatMap((name) => {
    const ids = chosen.idsOf(name);
    const found = all.filter(({ id }) => ids.has(id));
    if (found.length === 0) return [unknown(name, all)];
    const [first] = found;
    if (!found.some((one) => devicesOf(home, one).some((device) => hasLamps(home, device))))
      return [empty(name, found)];
    const isStillCalled = found.some((one) => [one.id, one.name].some((word) => isSameWord(word, name)));
    return first && !isStillCalled ? [renamed(name, first.name)] : [];
  });
}

const isSameWord = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const devicesOf = (home: Home, one: Device | Room): readonly Device[] => ("kind" in one ? devicesIn(home, one) : [one]);

const hasLamps = (home: Home, device: Device): boolean => device.admitted && lampsOf(home, device).length > 0;

function unknown(name: string, all: readonly (Device | Room)[]): ChoiceRemark {
  const meant = nearestWord(
    name,
    all.map((one) => one.name),
  );
  const hint = meant === undefined ? "." : `; did you mean "${meant}"?`;
  return { level: "warn", line: `--matter-only: no room or device is called "${name}"${hint}` };
}

function empty(name: string, found: readonly (Device | Room)[]): ChoiceRemark {
  const isAdmitted = found.every((one) => "kind" in one || one.admitted);
  return { level: "warn", line: `--matter-only: "${name}" ${isAdmitted ? "has no lamps" : "is not admitted"}.` };
}

const renamed = (name: string, now: string): ChoiceRemark => ({
  level: "info",
  line: `--matter-only: what was called "${name}" is now called "${now}". It stays chosen.`,
});
