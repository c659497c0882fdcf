/** How long a device takes to obey, and how long after that it reports. */
export interface Delays {
  readonly latencyMillis: number;
  readonly reportLateMillis: number;
}

/** The injected faults of one device. */
export interface DeviceBehaviour {
  /** How many of the next commands are lost. */
  readonly loseNext: number;
  /** Delays of this device, instead of the network's. */
  readonly latencyMillis: number | undefined;
  readonly reportLateMillis: number | undefined;
}

export const ORDINARY: DeviceBehaviour = { loseNext: 0, latencyMillis: undefined, reportLateMillis: undefined };

/** How the random network delivers one command. */
export interface Delivery {
  readonly isLost: boolean;
  readonly latencyMillis: number | undefined;
}

export const ORDINARY_DELIVERY: Delivery = { isLost: false, latencyMillis: undefined };
