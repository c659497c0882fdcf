import { expect } from "vitest";
import { invariantViolations } from "../../../src/core/home/changes/invariants.ts";
import type { ManualClock } from "../gateway/manual-clock.ts";
import { type Doing, isDoing } from "./any-zigbee-story.ts";
import { ScriptedBridge } from "./scripted-bridge.ts";
import { ScriptedGateway } from "./scripted-gateway.ts";
import { ScriptedHouse } from "./scripted-house.ts";
import type { Happening } from "./zigbee-happening.ts";

/** A gateway of a home to which all of a story happens. */
export class ZigbeeStory {
  readonly bridge = new ScriptedBridge();
  readonly house = new ScriptedHouse(this.bridge);
  scripted: ScriptedGateway;

  /** On a clock of its own, the operator's request is not awaited: it may need turns that come later. */
  readonly #isWaitedFor: boolean;

  /** Begins with all lamps on. */
  constructor(clock?: ManualClock) {
    this.#isWaitedFor = !clock;
    this.scripted = ScriptedGateway.opened({ bridges: [this.bridge], ...(clock ? { clock } : {}) });
    this.house.deliverAll();
  }

  /** After each step the home is valid, whatever is still queued. */
  async tell(step: Happening | Doing): Promise<void> {
    if (!isDoing(step)) this.house.happens(step);
    else await this.#do(step);
    this.bridge.settle();
    expect(invariantViolations(this.scripted.contents)).toEqual([]);
  }

  async #do(doing: Doing): Promise<void> {
    const { home } = this.scripted;
    if (doing.kind === "passed") this.scripted.pass(doing.millis);
    if (doing.kind === "closed") this.bridge.close();
    if (doing.kind === "opened") this.bridge.open();
    if (doing.kind === "restarted") {
      this.scripted = this.scripted.restarted();
      this.bridge.open();
    }
    const light = doing.kind === "commanded" ? home.lights.all()[doing.light] : undefined;
    if (doing.kind === "commanded" && light) {
      this.scripted.ask({ kind: "lightChanged", lightId: light.id, state: doing.state });
    }
    const scene = doing.kind === "activated" ? home.scenes.all()[doing.scene] : undefined;
    const demanded = scene && this.scripted.demand({ kind: "sceneActivated", sceneId: scene.id });
    if (this.#isWaitedFor) await demanded;
  }

  /** Everything runs, all is listed and reported, and nothing is in flight any more. */
  settle(): void {
    if (!this.bridge.isOpen) this.bridge.open();
    this.house.happens({ kind: "running", isRunning: true });
    this.house.list();
    this.scripted.pass(60_000);
    this.house.deliverAll();
    this.scripted.pass(60_000);
  }
}
