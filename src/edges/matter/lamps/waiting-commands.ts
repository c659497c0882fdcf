import type { LampCommand } from "../messages.ts";

/**
 * The commands of a lamp that wait, with a later one. No field is set twice, so no more commands wait than a lamp has
 * fields. Commands become one only if they have the same time and come from the same ecosystem.
 */
export function withCommand(waiting: readonly LampCommand[], later: LampCommand): readonly LampCommand[] {
  const others = waiting.flatMap((command) => stillToDo(command, later));
  const last = others.at(-1);
  if (!last || last.fadeMillis !== later.fadeMillis || last.by !== later.by) return [...others, later];
  return [...others.slice(0, -1), { ...later, desired: { ...last.desired, ...later.desired } }];
}

/** What is left of a command once a later one has set its fields. */
function stillToDo(command: LampCommand, later: LampCommand): readonly LampCommand[] {
  const left = Object.entries(command.desired).filter(([field]) => !Object.hasOwn(later.desired, field));
  return left.length === 0 ? [] : [{ ...command, desired: Object.fromEntries(left) }];
}
