import type { SessionView } from "../../control/views/access-view.ts";
import { localTime } from "../terminal/local-time.ts";
import { table } from "../terminal/table.ts";

const HEADINGS = ["BROWSER", "ADDRESS", "ID", "SINCE", "LAST USED", "ENDS"];

/** So much of an id is enough to name a session. */
const SHOWN_OF_ID = 8;

const NONE = 'No browser is the operator\'s: "luxgate open" gives a link.';

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
