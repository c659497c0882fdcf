/** A lamp of a fleet that a search found. */
export interface FoundLamp {
  readonly id: string;
  readonly name: string;
  /** Null for a lamp in no room. */
  readonly room: { readonly id: string; readonly name: string } | null;
  readonly gateway: { readonly id: string; readonly name: string };
  readonly state: "on" | "off" | "offline";
}

/** What a front finds. */
export interface FoundLamps {
  /** How many lamps there are; only the first are listed. */
  readonly count: number;
  readonly lamps: readonly FoundLamp[];
}
