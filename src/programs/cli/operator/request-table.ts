import type { RequestView } from "../../../edges/control/views/access-view.ts";
import { localTime } from "../terminal/local-time.ts";
import { table } from "../terminal/table.ts";

const HEADINGS = ["CODE", "NAME", "BROWSER", "ADDRESS", "ASKED"];

/** The browsers that ask to sign in, as a person reads them; where there are none, how to ask. */
export const requestTable = (requests: readonly RequestView[]): string =>
  requests.length === 0
    ? "No browser asks to sign in as operator. To ask: open the web page in it and choose Operator."
    : table(
        HEADINGS,
        requests.map(({ code, name, browser, address, since }) => [code, name, browser, address, localTime(since)]),
      );
