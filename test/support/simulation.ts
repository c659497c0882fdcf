import { type SimulatedBackend, startSimulatedBackend } from "../../src/backends/simulated/start.ts";
import { toldToDevices } from "../../src/gateway/consequences.ts";
import { wantedBy } from "../../src/gateway/wanted.ts";
import type { Change, ChangeOf } from "../../src/home/change.ts";
import type { DeviceId } from "../../src/home/ids.ts";
import type { LightState } from "../../src/home/light.ts";
import type { Impossible, Replacement } from "../../src/home/replacement.ts";
import type { SyncBoxState } from "../../src/home/sync-box.ts";
import { CountingClock } from "./counting-clock.ts";
import { PlainHome } from "./plain-home.ts";

/** The demo home with simulated devices behind it, on a clock that the test drives. */
export class Simulation {
  readonly clock = new CountingClock();
  readonly plainHome = PlainHome.demo();
  readonly backend: SimulatedBackend;
  /** What the back end reported, in order, and what came of it. */
  readonly reports: { readonly change: Change; readonly outcome: "done" | Impossible; readonly atMillis: number }[] =
    [];

  constructor() {
    this.backend = startSimulatedBackend({
      home: this.plainHome.home,
      clock: this.clock,
      report: (change) =>
        this.reports.push({ change, outcome: this.plainHome.submit(change), atMillis: this.clock.now() }),
      together: (reportAll) => reportAll(),
    });
    this.plainHome.onReplaced = (replacements) => {
      this.backend.follow(replacements);
      for (const replacement of toldToDevices({ replacements, because: "reported" })) this.#command(replacement);
    };
  }

  get changes(): readonly Change[] {
    return this.reports.map(({ change }) => change);
  }

  get joined(): readonly ChangeOf<"deviceJoined">[] {
    return this.changes.filter((change) => change.kind === "deviceJoined");
  }

  id(name: string): DeviceId {
    return this.plainHome.device(name).id;
  }

  /** As a gateway does it: the home shows the wish, then the back end gets it. */
  wish(name: string, state: Partial<LightState>): void {
    this.plainHome.submit({ kind: "lightChanged", lightId: this.plainHome.light(name).id, state });
    this.backend.setLight(this.plainHome.light(name), state);
  }

  wishForBox(name: string, state: Partial<SyncBoxState>): void {
    this.plainHome.submit({ kind: "syncBoxChanged", syncBoxId: this.plainHome.syncBox(name).id, state });
    this.backend.setSyncBox(this.plainHome.syncBox(name), state);
  }

  /** What follows from a sync box that was turned off. */
  #command(replacement: Replacement): void {
    const wanted = wantedBy(replacement);
    const light = wanted?.kind === "lightChanged" ? this.plainHome.home.lights.get(wanted.lightId) : undefined;
    if (wanted?.kind === "lightChanged" && light) this.backend.setLight(light, wanted.state);
  }

  /** The home loses a device, and the back end follows. */
  remove(name: string): void {
    this.plainHome.submit({ kind: "deviceLeft", deviceId: this.id(name) });
  }

  /** Long enough for every command and report that is not held up. */
  settle(): void {
    this.clock.advance(1_000);
  }
}
