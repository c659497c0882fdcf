import type { Change } from "../home/change.ts";
import type { Clock } from "../home/clock.ts";
import type { Device } from "../home/device.ts";
import type { Home } from "../home/home.ts";
import type { Light, LightState } from "../home/light.ts";
import type { Replacement } from "../home/replacement.ts";
import type { SyncBox, SyncBoxState } from "../home/sync-box.ts";
import type { Condition } from "./condition.ts";

/** What a back end is given to work with. */
export interface BackendContext {
  /** The home as the gateway shows it, wishes included; read only. */
  readonly home: Home;
  readonly clock: Clock;
  /** Tells the gateway what a device did or said, in the order it happened. */
  readonly report: (change: Change) => void;
  /** Whatever is reported meanwhile happens as one thing: for lists of thousands of devices. */
  readonly together: (reportAll: () => void) => void;
}

/** What came of asking those behind a back end: they did it, they have no part in it, or why not, in a sentence. */
export type Agreement = "done" | "no-part" | { readonly refused: string };

/** Whether devices may join now, or no longer, as it was asked; with a sentence for each place where that is not so. */
export interface JoiningAnswer {
  readonly isDone: boolean;
  readonly troubles: readonly string[];
}

/**
 * What stands between the gateway and real (or simulated) devices. No device is waited for: what comes of a command
 * arrives as a report, or never, and the state last reported is a device's true one. A command to a device that cannot be
 * reached is lost. What an operator asks of those behind is answered, in the end with the words that nobody answered.
 * Nothing throws because of a device; nothing is reported after `stop`.
 */
export interface Backend {
  /** A wish for a light; the home shows it already. Only what is to change is in it. */
  setLight(light: Light, wish: Partial<LightState>): void;
  /** What a light will say of itself when it obeys: lamps have ranges of their own. */
  attainable(light: Light, wish: Partial<LightState>): Partial<LightState>;
  setSyncBox(box: SyncBox, wish: Partial<SyncBoxState>): void;
  /** Why nothing can be sent to a device at the moment; whether the device answers is another matter. */
  whyUnreachable(device: Device): string | undefined;
  /**
   * Has those behind do their part of what an operator wants, before the home shows it: a name, a farewell, a scene that
   * lamps keep. By force a device also leaves that does not answer; it may not know that, and come back by itself.
   */
  agree(change: Change, options?: { readonly isForced: boolean }): Promise<Agreement>;
  /** Lets new devices in; each turns up as `deviceJoined`, not admitted. Opening again starts the time anew; 0 shuts. */
  openJoining(millis: number): Promise<JoiningAnswer>;
  joiningMillisLeft(): number;
  /** Follows what came to the home, went or moved by other ways than this back end; who went may join again. */
  follow(replacements: readonly Replacement[]): void;
  condition(): Condition;
  stop(): Promise<void>;
}
