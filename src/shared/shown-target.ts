/** A UUID has as many letters; a part of a path or query that is longer may be a key, which some clients put there. */
const LONGEST_SHOWN = 36;
const MOST_SHOWN = 400;

/** A path and its query, a topic or a client id, without anything in it that may be a key. */
export const shownTarget = (target: string): string =>
  target
    .split(/([/?&=])/)
    .map((part) => (part.length > LONGEST_SHOWN ? "…" : part))
    .join("")
    .slice(0, MOST_SHOWN);

/** Keys, links and sessions have 43 such letters, an id has 36; clients send keys in places where nobody expects them. */
const MAY_BE_SECRET = /[\w-]{43,}/g;

/** Any other text without anything in it that may be a key. */
export const withoutSecrets = (text: string): string => text.replace(MAY_BE_SECRET, "…");
