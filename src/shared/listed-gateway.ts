/** A gateway of a fleet as the list of gateways has it. */
export interface ListedGateway {
  /** Its id among the bridges; null for one that was never there. */
  readonly id: string | null;
  /** What the operator called it when it was added. */
  readonly name: string;
  readonly state: "online" | "stopped" | "offline" | "never connected";
  /** When it was last in contact, in ISO 8601; null while it is, and for one that never was. */
  readonly since: string | null;
  readonly version: string | null;
  readonly lights: number;
  /** How many of its lights are on; those that are offline do not count. */
  readonly lit: number;
  /** How many things are wrong with it, beside that it is away. */
  readonly troubles: number;
  /** What they are, in words, for who has a key or is the operator. */
  readonly problems?: readonly string[];
  /** How many changes it has not published yet, for the same. */
  readonly waiting?: number;
}

/** What a front says of its fleet. */
export interface GatewayList {
  /** For how long the front has not heard of the fleet; 0 while it does. */
  readonly silentSeconds: number;
  /** How many gateways there are in all. */
  readonly count: number;
  readonly gateways: readonly ListedGateway[];
}
