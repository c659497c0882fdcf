import type { SessionView } from "../../../edges/control/views/access-view.ts";
import { localTime } from "../terminal/local-time.ts";
import { table } from "../terminal/table.ts";

const HEADINGS = ["BROWSER", "ADDRESS", "ID", "STARTED", "LAST USED", "ENDS"];

/** This many characters of an id identify a session. */
const SHOWN_OF_ID = 8;

const NONE = "No browser is signed in as operator. For a link to sign in: luxgate open";

/** The sessions as a person reads them. */
export const sessionTable = (sessions: readonly SessionView[]): string =>
  sessions.length === 0
    ? NONE
    : table(
        HEADINGS,
        sessions.map(({ id, browser, address, since, lastUsedAt, endsAt }) => [
          browser,
          address,
          id.slice(0, SHOWN_OF_ID),
          localTime(since),
          localTime(lastUsedAt),
          localTime(endsAt),
        ]),
      );
