/** How long a device takes to obey, and how long after that it reports. */
export interface Delays {
  readonly latencyMillis: number;
  readonly reportLateMillis: number;
}

/** What is special about one device. */
export interface DeviceBehaviour {
  /** How many of the next commands do not reach it. */
  readonly loseNext: number;
  /** Its own delays, instead of the usual ones. */
  readonly latencyMillis: number | undefined;
  readonly reportLateMillis: number | undefined;
}

export const ORDINARY: DeviceBehaviour = { loseNext: 0, latencyMillis: undefined, reportLateMillis: undefined };

/** What chance has in store for a command. */
export interface Delivery {
  readonly isLost: boolean;
  readonly latencyMillis: number | undefined;
}

export const ORDINARY_DELIVERY: Delivery = { isLost: false, latencyMillis: undefined };
