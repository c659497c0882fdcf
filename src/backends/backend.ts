import type { Change } from "../home/change.ts";
import type { Clock } from "../home/clock.ts";
import type { Device } from "../home/device.ts";
import type { Home } from "../home/home.ts";
import type { Light, LightState } from "../home/light.ts";
import type { SyncBox, SyncBoxState } from "../home/sync-box.ts";

/** What a back end is given to work with. */
export interface BackendContext {
  /** The home as the gateway shows it, wishes included; read only. */
  readonly home: Home;
  readonly clock: Clock;
  /** Tells the gateway what a device did or said, in the order it happened. */
  readonly report: (change: Change) => void;
}

/**
 * What stands between the gateway and real (or simulated) devices. Nothing here waits for a device: what comes of a
 * command arrives as a report, or never, and the state last reported is a device's true one. A command to a device
 * that cannot be reached is lost. Nothing throws because of a device; nothing is reported after `stop`.
 */
export interface Backend {
  /** A wish for a light; the home shows it already. Only what is to change is in it. */
  setLight(light: Light, wish: Partial<LightState>): void;
  setSyncBox(box: SyncBox, wish: Partial<SyncBoxState>): void;
  /** Lets new devices in; each turns up as `deviceJoined`, not admitted. Opening again starts the time anew; 0 shuts. */
  openJoining(millis: number): void;
  joiningMillisLeft(): number;
  /** A device that the home has no more: it is sent away, and may join again. */
  forget(device: Device, lights: readonly Light[], syncBox: SyncBox | null): void;
  stop(): Promise<void>;
}
