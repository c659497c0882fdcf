/** What clients send and read of headers, beside those that browsers let through anyway. */
const CLIENT_HEADERS = "application-key, content-type, if-none-match, last-event-id";
const EXPOSED_HEADERS = "etag, retry-after";
const METHODS = "GET, HEAD, PUT, POST";
/** How long a browser may remember what it was told. */
const REMEMBERED_SECONDS = 600;

type CrossOriginHeaders = Readonly<Record<string, string>>;

/** Lets a page of an allowed origin read an answer; never with cookies (G92). OPTIONS is what a browser asks before. */
export const crossOriginHeaders = (origin: string, method: string): CrossOriginHeaders => ({
  "Access-Control-Allow-Origin": origin,
  "Access-Control-Expose-Headers": EXPOSED_HEADERS,
  Vary: "Origin",
  ...(method === "OPTIONS" ? PREFLIGHT : {}),
});

const PREFLIGHT: CrossOriginHeaders = {
  "Access-Control-Allow-Methods": METHODS,
  "Access-Control-Allow-Headers": CLIENT_HEADERS,
  "Access-Control-Max-Age": String(REMEMBERED_SECONDS),
};
