import type { Change } from "../../../src/core/home/changes/change.ts";
import type { Light, LightState } from "../../../src/core/home/model/light.ts";
import type { Agreement, Backend, JoiningAnswer } from "../../../src/edges/backends/backend.ts";
import { ALL_WELL, type Condition } from "../../../src/edges/backends/condition.ts";
import type { Steps } from "../../../src/shared/steps.ts";

/** A back end whose devices are real and never say anything; it is in the condition that a test gives it. */
export class SilentBackend implements Backend {
  readonly #condition: Partial<Condition>;
  readonly #objections: Partial<Record<Change["kind"], string>>;
  /** The ids of the devices that it was commanded to remove. */
  readonly sentAway: string[] = [];

  constructor(condition: Partial<Condition> = {}, objections: Partial<Record<Change["kind"], string>> = {}) {
    this.#condition = condition;
    this.#objections = objections;
  }

  condition(): Condition {
    return { ...ALL_WELL, ...this.#condition };
  }

  async agree(change: Change, { isForced } = { isForced: false }): Promise<Agreement> {
    const objection = this.#objections[change.kind];
    if (objection !== undefined) return { refused: objection };
    if (change.kind !== "deviceLeft") return "no-part";
    this.sentAway.push(isForced ? `${change.deviceId}, by force` : change.deviceId);
    return "done";
  }

  async openJoining(): Promise<JoiningAnswer> {
    return { isDone: false, problems: ["Nobody can join here."] };
  }

  whyUnreachable(): undefined {
    return undefined;
  }

  joiningMillisLeft(): number {
    return 0;
  }

  attainable(_light: Light, desired: Partial<LightState>): Partial<LightState> {
    return desired;
  }

  *setLights(): Steps<void> {}
  setSyncBox(): void {}
  follow(): void {}
  async stop(): Promise<void> {}
}
