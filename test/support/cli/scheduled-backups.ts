import { readdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Backups } from "../../../src/programs/cli/serve/backups.ts";
import type { BackupCondition } from "../../../src/runtime/metrics/family.ts";
import { CountingClock } from "../gateway/counting-clock.ts";
import { someFolder } from "../store/some-folder.ts";
import { settled } from "../store/stored-gateway.ts";

const HOUR_MILLIS = 3_600_000;

/** Backups into a folder, every hour, by a clock that the test drives. */
export class ScheduledBackups {
  readonly clock = new CountingClock();
  readonly folder = join(someFolder(), "backups");
  gatewayId = "ABCD1234";
  readonly faults: string[] = [];
  readonly made: string[] = [];
  readonly #startMillis = Date.parse("2026-11-16T20:00:00.000Z");
  #backups: Backups | undefined;

  start(): void {
    this.#backups = new Backups({
      folder: this.folder,
      everyMillis: HOUR_MILLIS,
      keep: 3,
      gatewayId: () => this.gatewayId,
      pieces: () => ["a whole ", "home"],
      clock: this.clock,
      today: () => new Date(this.#startMillis + this.clock.now() - 1_000),
      onMade: (path) => this.made.push(path),
      onFault: (fault) => this.faults.push(fault),
    });
    onTestFinished(() => this.stop());
  }

  async stop(): Promise<void> {
    await this.#backups?.stop();
  }

  get condition(): BackupCondition {
    if (!this.#backups) throw new Error("the backups are not started");
    return this.#backups.condition;
  }

  /** Minute after minute, with everything done that is due. */
  async pass(minutes: number): Promise<void> {
    await this.#looked();
    for (let minute = 0; minute < minutes; minute += 1) {
      this.clock.advance(60_000);
      await this.#looked();
    }
  }

  /** Once the next look is waited for. */
  async #looked(): Promise<void> {
    while (this.clock.pendingAlarms === 0) await settled();
  }

  get names(): readonly string[] {
    return readdirSync(this.folder).sort();
  }
}
