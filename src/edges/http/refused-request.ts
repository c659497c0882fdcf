/** What a request names that is not ours. */
export type ForeignName =
  /** As the client sent it. */
  | { readonly why: "foreign-host"; readonly host: string }
  /** As the browser sent it; empty for a page that hides where it is from. */
  | { readonly why: "foreign-origin"; readonly origin: string };

/** A refusal that may puzzle the person whose client meets it. */
export type RefusedRequest =
  | ForeignName
  | { readonly why: "no-key" | "wrong-key"; readonly clientAddress: string }
  /** One address holds as many connections as it may, or all together do. */
  | { readonly why: "connections-of-address"; readonly clientAddress: string }
  | { readonly why: "connections" };

export type OnRefused = (refused: RefusedRequest) => void;
