const NAME = String.raw`"(?:[^"\\]|\\.)*"`;

/** `"Lamp 1" (Hall) moved from "Kitchen" to "Hall"`, `"Lamp 1" renamed to "Lamp 2"`: how many devices are edited at once. */
const EDIT = new RegExp(`^${NAME}(?: \\([^"]*\\))? (?:moved(?: from ${NAME})?( to .*)|(renamed) to ${NAME})$`, "s");

/** `moved to "Hall"`, or "renamed"; undefined for what is no such edit. */
export function editIn(did: string): string | undefined {
  const [, to, renamed] = EDIT.exec(did) ?? [];
  return to === undefined ? renamed : `moved${to}`;
}
