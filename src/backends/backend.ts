import type { Change } from "../home/change.ts";
import type { Clock } from "../home/clock.ts";
import type { Device } from "../home/device.ts";
import type { Home } from "../home/home.ts";
import type { Light, LightState } from "../home/light.ts";
import type { Replacement } from "../home/replacement.ts";
import type { Scene } from "../home/scene.ts";
import type { SyncBox, SyncBoxState } from "../home/sync-box.ts";
import type { Condition } from "./condition.ts";

/** What a back end is given to work with. */
export interface BackendContext {
  /** The home as the gateway shows it, wishes included; read only. */
  readonly home: Home;
  readonly clock: Clock;
  /** Tells the gateway what a device did or said, in the order it happened. */
  readonly report: (change: Change) => void;
  /** Whatever is reported meanwhile happens as one thing; `more` where it is a part of one, and the rest follows soon. */
  readonly together: (reportAll: () => "more" | undefined) => void;
}

/** A device that the home has no more, with what it had. */
export interface Leaver {
  readonly device: Device;
  readonly lights: readonly Light[];
  readonly syncBox: SyncBox | null;
  /** Also when it does not answer: it may not know that it was sent away, and come back by itself. */
  readonly isForced: boolean;
}

/**
 * What stands between the gateway and real (or simulated) devices. Nothing here waits for a device: what comes of a
 * command arrives as a report, or never, and the state last reported is a device's true one. A command to a device
 * that cannot be reached is lost. Nothing throws because of a device; nothing is reported after `stop`.
 */
export interface Backend {
  /** A wish for a light; the home shows it already. Only what is to change is in it. */
  setLight(light: Light, wish: Partial<LightState>): void;
  /** What a light will say of itself when it obeys: lamps have ranges of their own. */
  attainable(light: Light, wish: Partial<LightState>): Partial<LightState>;
  setSyncBox(box: SyncBox, wish: Partial<SyncBoxState>): void;
  /** A scene that the lamps keep themselves; the home shows it as active already. */
  recallScene(scene: Scene): void;
  /** Lets new devices in; each turns up as `deviceJoined`, not admitted. Opening again starts the time anew; 0 shuts. */
  openJoining(millis: number): void;
  joiningMillisLeft(): number;
  /** It is sent away, and may join again. */
  forget(leaver: Leaver): void;
  /** A device that somebody gave another name; the home shows it already. */
  rename(device: Device): void;
  /** Follows what came to the home, went or moved by other ways than this back end: an import, an operator. */
  follow(replacements: readonly Replacement[]): void;
  /** Why an operator cannot have this, in a sentence: it is decided behind the back end. */
  objectionTo(change: Change): string | undefined;
  condition(): Condition;
  stop(): Promise<void>;
}
