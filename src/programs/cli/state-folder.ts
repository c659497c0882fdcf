import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { CommandFault } from "./command-fault.ts";

/** Where a user's programs keep their state. */
export function stateFolder(): string {
  const { XDG_STATE_HOME = "" } = process.env;
  const base = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homeFolder(STATE_ADVICE), ".local", "state");
  return join(base, "luxgate");
}

const STATE_ADVICE = "choose a data folder with --data-dir.";

/** A user whom the system does not know, as in some containers, has none. */
export function homeFolder(advice: string): string {
  try {
    const folder = homedir();
    if (isAbsolute(folder)) return folder;
  } catch {
    // The fault below says so.
  }
  throw new CommandFault([`This user has no home folder: ${advice}`]);
}
