/** A browser that asks to be let in as operator, as the person who decides sees it. */
export interface SignInRequest {
  /** What both browsers, or the browser and the terminal, show: "KTQM-XBHP". */
  readonly code: string;
  /** What its person calls it. */
  readonly name: string;
  readonly address: string;
  /** In a few words. */
  readonly browser: string;
  /** By the wall clock. */
  readonly since: Date;
  readonly endsAt: Date;
}
