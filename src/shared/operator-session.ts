/** A browser that may do what the operator may. */
export interface OperatorSession {
  readonly id: string;
  /** What its person called it when it asked for permission; undefined for a browser that was let in by a link. */
  readonly name?: string | undefined;
  /** From where it was opened. */
  readonly address: string;
  /** In a few words. */
  readonly browser: string;
  /** By the wall clock. */
  readonly since: Date;
  readonly endsAt: Date;
  readonly lastUsedAt: Date;
}
