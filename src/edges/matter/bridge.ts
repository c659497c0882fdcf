import type { LeftOutLamps } from "../../shared/matter-left-out.ts";

/** An ecosystem that the gateway's lamps are paired with, such as Apple Home. */
export interface MatterFabric {
  readonly index: number;
  readonly vendorId: number;
  /** Undefined for a vendor that Luxgate does not know. */
  readonly vendorName: string | undefined;
  /** What the ecosystem calls itself; empty if it does not say. */
  readonly label: string;
  readonly fabricId: string;
  /** What the gateway is called in this fabric. */
  readonly nodeId: string;
}

/** For how long ecosystems can pair, and what they need for it. */
export interface MatterWindow {
  /** The contents of the QR code: `MT:…`. */
  readonly qrText: string;
  /** For typing: `1234-567-8901`. */
  readonly manualCode: string;
  /** When the window closes, by the wall clock. */
  readonly untilMillis: number;
}

/** What there is to say of the bridge. */
export interface MatterState {
  readonly phase: "starting" | "online" | "failed" | "stopped";
  /** Why it failed, in words. */
  readonly why?: string | undefined;
  readonly port: number;
  /** How many lamps ecosystems see. */
  readonly lamps: number;
  /** The lamps that they do not see, by reason; empty where they see all. */
  readonly leftOut: readonly LeftOutLamps[];
  /** Undefined until the bridge has read which ecosystems are paired. */
  readonly fabrics: readonly MatterFabric[] | undefined;
  /** Undefined while no operator has opened pairing. */
  readonly window: MatterWindow | undefined;
  /** The paired ecosystem that lets another one pair at this moment, by a code of its own; undefined where none does. */
  readonly openedBy: string | undefined;
  readonly sessions: number;
  readonly subscriptions: number;
  /** Since the start: commands of ecosystems that were carried out, and pairings refused for a wrong passcode. */
  readonly commands: number;
  readonly refusedPasscodes: number;
}

/** The Matter bridge, as the rest of the program sees it. */
export interface MatterBridge {
  /** A copy in this thread, cheap to read. */
  state(): MatterState;
  /**
   * Lets ecosystems pair for 15 minutes; the same window again if it is open. `full` if the node holds no more fabrics.
   * `open-by-ecosystem` while an ecosystem that is paired lets another one pair, by a code of its own.
   */
  openWindow(): Promise<MatterWindow | "full" | "open-by-ecosystem" | "not-online">;
  /** Whoever has opened it. */
  closeWindow(): Promise<"closed" | "was-closed">;
  /** Ends an ecosystem's control at once. */
  removeFabric(index: number): Promise<"removed" | "not-found" | "not-online">;
  stop(): Promise<void>;
}
