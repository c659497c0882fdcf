import type { HomeDatabase } from "../sqlite/database.ts";
import type { Entry } from "../sqlite/entries.ts";

/** A home that was found and is open. */
export interface OpenedHome {
  readonly database: HomeDatabase;
  readonly entries: readonly Entry[];
  /** The last known commit, lost or not. */
  readonly sequence: number;
  /** What was damaged, what is served instead and what is lost; a line each. */
  readonly report: readonly string[];
  /** Why the home must not be written to, if so. */
  readonly readOnly: string | undefined;
  /** Why the home cannot be written to for now. */
  readonly problem: string | undefined;
}

/** No home, or none that can be read, as the report says then. */
export interface NoHome extends Pick<OpenedHome, "sequence" | "report"> {
  readonly database: undefined;
}
