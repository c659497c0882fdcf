import type { SessionView } from "../../../edges/control/views/access-view.ts";
import type { Column } from "../terminal/listing.ts";
import { localTime } from "../terminal/local-time.ts";
import { table } from "../terminal/table.ts";

/** This many characters of an id identify a session. */
const SHOWN_OF_ID = 8;

export const SESSION_COLUMNS: readonly Column<SessionView>[] = [
  { heading: "NAME", cell: ({ name }) => name ?? "-" },
  { heading: "BROWSER", cell: ({ browser }) => browser },
  { heading: "ADDRESS", cell: ({ address }) => address },
  { heading: "ID", cell: ({ id }) => id.slice(0, SHOWN_OF_ID) },
  { heading: "STARTED", cell: ({ since }) => localTime(since) },
  { heading: "LAST USED", cell: ({ lastUsedAt }) => localTime(lastUsedAt) },
  { heading: "ENDS", cell: ({ endsAt }) => localTime(endsAt) },
];

/** What to run for a link where nobody is signed in. */
export const noSessions = (linkCommand: string): string =>
  `No browser is signed in as operator. For a link to sign in: ${linkCommand}`;

/** The sessions as a person reads them. */
export const sessionTable = (sessions: readonly SessionView[]): string =>
  sessions.length === 0
    ? noSessions("luxgate open")
    : table(
        SESSION_COLUMNS.map(({ heading }) => heading),
        sessions.map((session) => SESSION_COLUMNS.map(({ cell }) => cell(session))),
      );
