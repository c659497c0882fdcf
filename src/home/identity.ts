/** What tells this gateway from every other, for as long as its state folder lives. */
export interface Identity {
  /** Upper case, colon separated. */
  readonly mac: string;
  /** A UUID in upper case that only a factory reset changes. */
  readonly resetId: string;
}
