import type { Controls } from "../controls.ts";

/** Where something is found by whoever looks for it. */
interface Place {
  readonly name: string;
  /** Null comes last. */
  readonly room?: string | null;
}

const collator = new Intl.Collator("en", { numeric: true });

/**
 * Homes of a back end are kept in the order of ids, which says nothing to a person: by room, and by name there. Others
 * are in an order of their own.
 */
export const inOrder = <Some extends Place>(
  { simulation }: Pick<Controls, "simulation">,
  all: readonly Some[],
): Some[] =>
  simulation ? [...all] : [...all].sort((one, other) => byRoom(one, other) || collator.compare(one.name, other.name));

function byRoom({ room: one = "" }: Place, { room: other = "" }: Place): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return collator.compare(one, other);
}
