import type { HomeDatabase } from "../sqlite/database.ts";
import type { Entry } from "../sqlite/entries.ts";

/** A home that was found and is open. */
export interface OpenedHome {
  readonly database: HomeDatabase;
  readonly entries: readonly Entry[];
  /** The last commit that is known of, be it there or lost. */
  readonly sequence: number;
  /** What was damaged, what is served instead and what is lost; a line each. */
  readonly report: readonly string[];
  /** Why it must not be written to, if so. */
  readonly readOnly: string | undefined;
  /** Why it cannot be written to for now. */
  readonly trouble: string | undefined;
}

/** Nothing is there: no home ever, or none that can be read, and then the report says so. */
export interface NoHome extends Pick<OpenedHome, "sequence" | "report"> {
  readonly database: undefined;
}
