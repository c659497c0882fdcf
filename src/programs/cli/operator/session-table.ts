import type { SessionView } from "../../../edges/control/views/access-view.ts";
import { localTime } from "../terminal/local-time.ts";
import { table } from "../terminal/table.ts";

const HEADINGS = ["NAME", "BROWSER", "ADDRESS", "ID", "STARTED", "LAST USED", "ENDS"];

/** This many characters of an id identify a session. */
const SHOWN_OF_ID = 8;

/** The sessions as a person reads them; where there are none, what to run for a link. */
export const sessionTable = (sessions: readonly SessionView[], linkCommand = "luxgate open"): string =>
  sessions.length === 0
    ? `No browser is signed in as operator. For a link to sign in: ${linkCommand}`
    : table(
        HEADINGS,
        sessions.map(({ id, name, browser, address, since, lastUsedAt, endsAt }) => [
          name ?? "-",
          browser,
          address,
          id.slice(0, SHOWN_OF_ID),
          localTime(since),
          localTime(lastUsedAt),
          localTime(endsAt),
        ]),
      );
