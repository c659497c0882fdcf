import { useParts } from "../page-parts.ts";
import { keysMayEdit } from "./keys-may-edit.ts";

/** Whether this browser may edit rooms and scenes: an operator's, or a paired one where that is allowed. */
export function useMayEdit(): boolean {
  const { access, fleet } = useParts();
  // A front has no rooms of its own.
  if (fleet.isFront) return false;
  return access.isOperator.value || (access.isPaired.value && keysMayEdit.value);
}
