/** Why a connection was closed before anything on it was answered. */
type ConnectionRefusal = "too-many" | "too-many-of-address" | "too-many-unproven";

/** What became of the connections of a listener, in plain numbers. */
export interface ConnectionTally {
  /** Refused ones included. */
  accepted: number;
  /** Of those that were not refused at once. */
  open: number;
  readonly refused: Record<ConnectionRefusal, number>;
}

export const newConnectionTally = (): ConnectionTally => ({
  accepted: 0,
  open: 0,
  refused: { "too-many": 0, "too-many-of-address": 0, "too-many-unproven": 0 },
});
