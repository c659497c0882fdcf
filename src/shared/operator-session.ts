/** A browser that may do what the operator may. */
export interface OperatorSession {
  readonly id: string;
  /** From where it was opened. */
  readonly address: string;
  /** In a few words. */
  readonly browser: string;
  /** By the wall clock. */
  readonly since: Date;
  readonly endsAt: Date;
  readonly lastUsedAt: Date;
}
