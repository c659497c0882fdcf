import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** The file that counts where none is named. */
const SYSTEM_FILE = "/etc/luxgate/luxgate.yaml";

/** The file that a command goes by: the one that is named, or the system's, if there is one. */
export function configPathOf(named: string | undefined): string | undefined {
  if (named !== undefined) return resolve(named);
  return existsSync(SYSTEM_FILE) ? SYSTEM_FILE : undefined;
}
