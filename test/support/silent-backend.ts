import type { Backend, Leaver } from "../../src/backends/backend.ts";
import { ALL_WELL, type Condition } from "../../src/backends/condition.ts";
import type { Change } from "../../src/home/change.ts";
import type { Light, LightState } from "../../src/home/light.ts";

/** A back end whose devices are real and never say anything; it is in the condition that a test gives it. */
export class SilentBackend implements Backend {
  readonly #condition: Partial<Condition>;
  readonly #objections: Partial<Record<Change["kind"], string>>;
  /** The names of the devices that it was told to send away. */
  readonly sentAway: string[] = [];

  constructor(condition: Partial<Condition> = {}, objections: Partial<Record<Change["kind"], string>> = {}) {
    this.#condition = condition;
    this.#objections = objections;
  }

  condition(): Condition {
    return { ...ALL_WELL, ...this.#condition };
  }

  objectionTo({ kind }: Change): string | undefined {
    return this.#objections[kind];
  }

  forget({ device, isForced }: Leaver): void {
    this.sentAway.push(isForced ? `${device.name}, by force` : device.name);
  }

  joiningMillisLeft(): number {
    return 0;
  }

  attainable(_light: Light, wish: Partial<LightState>): Partial<LightState> {
    return wish;
  }

  setLight(): void {}
  setSyncBox(): void {}
  recallScene(): void {}
  openJoining(): void {}
  rename(): void {}
  follow(): void {}
  async stop(): Promise<void> {}
}
