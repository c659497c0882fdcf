import { deviceCommands } from "../../../src/core/gateway/device-commands.ts";
import type { Change, ChangeOf } from "../../../src/core/home/changes/change.ts";
import type { Impossible, Replacement } from "../../../src/core/home/changes/replacement.ts";
import type { DeviceId } from "../../../src/core/home/model/ids.ts";
import type { LightState } from "../../../src/core/home/model/light.ts";
import type { SyncBoxState } from "../../../src/core/home/model/sync-box.ts";
import { type SimulatedBackend, startSimulatedBackend } from "../../../src/edges/backends/simulated/start.ts";
import { allAtOnce } from "../../../src/shared/steps.ts";
import { PlainHome } from "../home/plain-home.ts";
import { CountingClock } from "./counting-clock.ts";

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
      batch: (reportAll) => reportAll(),
    });
    this.plainHome.onReplaced = (replacements) => {
      this.backend.follow(replacements);
      this.#followSyncBoxes(replacements);
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

  /** As a gateway does it: the home shows the desired state, then the back end gets the command. */
  commandLight(name: string, state: Partial<LightState>): void {
    this.plainHome.submit({ kind: "lightChanged", lightId: this.plainHome.light(name).id, state });
    allAtOnce(this.backend.setLights([{ light: this.plainHome.light(name), desired: state }]));
  }

  commandSyncBox(name: string, state: Partial<SyncBoxState>): void {
    this.plainHome.submit({ kind: "syncBoxChanged", syncBoxId: this.plainHome.syncBox(name).id, state });
    this.backend.setSyncBox(this.plainHome.syncBox(name), state);
  }

  /** Commands the lights that go off with a sync box. */
  #followSyncBoxes(replacements: readonly Replacement[]): void {
    const { home } = this.plainHome;
    const commands = deviceCommands({ replacements, cause: "report" }, home);
    for (const id of allAtOnce(commands.ids())) {
      const { desired } = commands.of(id) ?? {};
      const light = desired?.kind === "lightChanged" ? home.lights.get(desired.lightId) : undefined;
      if (desired?.kind === "lightChanged" && light) {
        allAtOnce(this.backend.setLights([{ light, desired: desired.state }]));
      }
    }
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
