import type { Change } from "../../core/home/changes/change.ts";
import type { Replacement } from "../../core/home/changes/replacement.ts";
import type { Home } from "../../core/home/home.ts";
import type { Device } from "../../core/home/model/device.ts";
import type { Light, LightCommand, LightState } from "../../core/home/model/light.ts";
import type { SyncBox, SyncBoxState } from "../../core/home/model/sync-box.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Steps } from "../../shared/steps.ts";
import type { Condition } from "./condition.ts";

/** What a back end is given to work with. */
export interface BackendContext {
  /** The home as the gateway shows it, pending commands included; read only. */
  readonly home: Home;
  readonly clock: Clock;
  /** Gives the gateway the reports of devices, in their order. */
  readonly report: (change: Change) => void;
  /** Makes one batch of all that `reportAll` reports; `more` where the batch goes on in a later turn. */
  readonly batch: (reportAll: () => "more" | undefined) => void;
}

/** Whether those behind a back end did their part: done, no part in it, or why they refused, in a sentence. */
export type Agreement = "done" | "no-part" | { readonly refused: string };

/** Whether joining was opened or shut as commanded; with a sentence for each place where it was not. */
export interface JoiningAnswer {
  readonly isDone: boolean;
  readonly problems: readonly string[];
}

/**
 * What stands between the gateway and real (or simulated) devices. No device is waited for: the result of a command
 * arrives as a report, or never, and the state last reported is the device's own. A command to a device that cannot be
 * reached is lost. A request of an operator to those behind is answered, after a timeout with a sentence that says so.
 * Nothing throws because of a device; nothing is reported after `stop`. The gateway itself calls only its device port:
 * `setLights`, `attainable`, `setSyncBox` and `follow`.
 */
export interface Backend {
  /** Commands lights, which may come to fewer messages; the home shows the desired states already. */
  setLights(commands: Iterable<LightCommand>): Steps<void>;
  /** What a light will report once it obeys: lamps have ranges of their own. */
  attainable(light: Light, desired: Partial<LightState>): Partial<LightState>;
  setSyncBox(box: SyncBox, desired: Partial<SyncBoxState>): void;
  /** Why nothing can be sent to a device at the moment; whether the device answers is another matter. */
  whyUnreachable(device: Device): string | undefined;
  /**
   * Has those behind do their part of an operator's command, before the home shows it: a new name, a removal, a scene
   * that lamps keep. By force a device is also removed that does not answer; such a device may come back by itself.
   */
  agree(change: Change, options?: { readonly isForced: boolean }): Promise<Agreement>;
  /** Lets new devices in; each is reported as `deviceJoined`, not admitted. Opening again restarts the time; 0 shuts. */
  openJoining(millis: number): Promise<JoiningAnswer>;
  joiningMillisLeft(): number;
  /** Tells of what was added, moved or removed by other ways than this back end; a removed device may join again. */
  follow(replacements: readonly Replacement[]): void;
  condition(): Condition;
  stop(): Promise<void>;
}
