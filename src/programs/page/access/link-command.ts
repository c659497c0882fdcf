import { isFrontPage } from "../fleet/last-gateway.ts";

/** What a person runs to become the operator in a browser. */
export const LINK_COMMAND = isFrontPage() ? "luxgate fleet open" : "luxgate open";

/** Signs in the browser that shows the code that follows. */
export const ALLOW_COMMAND = isFrontPage() ? "luxgate fleet operators allow" : "luxgate operators allow";
