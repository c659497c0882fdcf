/** A browser in which the operator uses the page. */
export interface BrowserSession {
  readonly id: string;
  /** From where it was opened. */
  readonly address: string;
  /** In a few words. */
  readonly browser: string;
  readonly since: Date;
  readonly endsAt: Date;
  readonly lastUsedAt: Date;
}

/** What an operator does with sessions of browsers. */
export interface SessionsControl {
  /** Addresses that open a session each, all of them together once: those for other machines first. */
  makeLink(): { readonly urls: readonly string[]; readonly millis: number };
  /** In the order in which they were opened. */
  list(): readonly BrowserSession[];
  /** Whether there was such a session. */
  end(id: string): boolean;
}
