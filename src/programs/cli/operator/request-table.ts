import type { RequestView } from "../../../edges/control/views/access-view.ts";
import type { Column } from "../terminal/listing.ts";
import { localTime } from "../terminal/local-time.ts";
import { table } from "../terminal/table.ts";

export const REQUEST_COLUMNS: readonly Column<RequestView>[] = [
  { heading: "CODE", cell: ({ code }) => code },
  { heading: "NAME", cell: ({ name }) => name },
  { heading: "BROWSER", cell: ({ browser }) => browser },
  { heading: "ADDRESS", cell: ({ address }) => address },
  { heading: "ASKED", cell: ({ since }) => localTime(since) },
];

/** How to ask where nobody does. */
export const NO_REQUESTS =
  "No browser asks to sign in as operator. To ask: open the web page in it and choose Operator.";

/** The browsers that ask to sign in, as a person reads them. */
export const requestTable = (requests: readonly RequestView[]): string =>
  requests.length === 0
    ? NO_REQUESTS
    : table(
        REQUEST_COLUMNS.map(({ heading }) => heading),
        requests.map((request) => REQUEST_COLUMNS.map(({ cell }) => cell(request))),
      );
