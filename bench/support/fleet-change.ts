/** A change of a light as it was made at its gateway, or as it was seen at a front. */
export interface FleetChange {
  readonly lightId: string;
  readonly brightness: number;
  /** By the machine's own clock, which all its processes share. */
  readonly atMillis: number;
}

/** Unlike `performance.now()`, the same in all processes of this machine. */
export const machineMillis = (): number => Number(process.hrtime.bigint()) / 1e6;
