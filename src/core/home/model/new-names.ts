import { FreeNames, type NamedInRoom } from "./free-names.ts";
import { cleanName, LONGEST_NAME } from "./name.ts";
import { fill, type NamePattern, partsIn } from "./name-pattern.ts";

/** A device that is to be renamed, or moved. */
export interface NamedDevice extends NamedInRoom {
  readonly id: string;
}

/** What a device would be called. */
export interface NewName {
  readonly device: NamedDevice;
  readonly name: string;
  /** Whether the name that was wanted is taken in the room, so that this one has another number. */
  readonly isNumbered: boolean;
  /** Why this is no name, in a sentence. */
  readonly problem?: string;
}

/** Devices with the room in which they will be, and the others of the home. */
interface Naming {
  readonly devices: readonly NamedDevice[];
  readonly others: Iterable<NamedInRoom>;
}

/**
 * Gives each device the name that is wanted for it, if that is free in its room, else the next number that is. Devices
 * that keep their names come first, then each in its turn: nobody's name is taken by a number.
 */
export function namedAs(naming: Naming, wantedFor: (device: NamedDevice) => string): readonly NewName[] {
  const names = new FreeNames(naming.others);
  const wanted = naming.devices.map((device) => ({ device, name: cleaned(wantedFor(device)), room: device.room }));
  const kept = new Set<NamedDevice>();
  for (const isWanted of [isKept, () => true]) {
    for (const one of wanted) {
      if (kept.has(one.device) || !isWanted(one) || names.isTaken(one)) continue;
      names.take(one);
      kept.add(one.device);
    }
  }
  return wanted.map(({ device, name }) => {
    if (kept.has(device) || name === "") return newName(device, name, false);
    const free = names.next({ name, room: device.room });
    names.take({ name: free, room: device.room });
    return newName(device, free, true);
  });
}

const isKept = ({ device, name }: { readonly device: NamedDevice; readonly name: string }): boolean =>
  device.name === name;

/**
 * Names by a pattern, numbered in the order of the devices: in each room from the start where the pattern has the room,
 * else through all of them. Numbers whose names others have are left out.
 */
export function namedByPattern(naming: Naming, pattern: NamePattern, from = 1): readonly NewName[] {
  const { hasNumber, hasRoom } = partsIn(pattern);
  if (!hasNumber) return namedAs(naming, (device) => fill(pattern, { ...device, number: from }));
  const names = new FreeNames(naming.others);
  const next = new Map<string | null, number>();
  return naming.devices.map((device) => {
    const counter = hasRoom ? device.room : null;
    for (let number = next.get(counter) ?? from; ; number += 1) {
      const name = cleaned(fill(pattern, { ...device, number }));
      const one = { name, room: device.room };
      if (!isTooLong(name) && names.isTaken(one)) continue;
      names.take(one);
      next.set(counter, number + 1);
      return newName(device, name, false);
    }
  });
}

/** Names in which some words take the place of others, in any case of letters. */
export function namedByReplacing(naming: Naming, find: string, replacement: string): readonly NewName[] {
  if (find === "") return namedAs(naming, ({ name }) => name);
  const words = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
  return namedAs(naming, ({ name }) => name.replace(words, () => replacement));
}

/** As names are stored; one that is too long stays so, to be refused. */
const cleaned = (name: string): string => (isTooLong(name) ? name : cleanName(name));

const isTooLong = (name: string): boolean => [...name].length > LONGEST_NAME;

function newName(device: NamedDevice, name: string, isNumbered: boolean): NewName {
  const problem = isTooLong(name)
    ? `A name has at most ${LONGEST_NAME} characters.`
    : name === "" && "A name needs at least one visible character.";
  return { device, name, isNumbered, ...(problem ? { problem } : {}) };
}
