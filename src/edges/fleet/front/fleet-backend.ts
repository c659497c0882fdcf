import type { MirroredResource } from "../../../core/home/changes/change.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Light, LightCommand, LightState } from "../../../core/home/model/light.ts";
import { counted } from "../../../shared/counted.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Agreement, Backend, BackendContext, JoiningAnswer } from "../../backends/backend.ts";
import { ALL_WELL, type Condition } from "../../backends/condition.ts";
import { type FleetMirror, NEVER_MILLIS } from "./mirror.ts";

/** Changes that come within so many milliseconds are one for those who follow. */
const GATHER_MILLIS = 10;

/** How often it is looked at which gateways are there. */
const JUDGE_MILLIS = 500;

/** Resources that are shown in one turn of the event loop: each takes up to a tenth of a millisecond. */
const SHOWN_AT_ONCE = 50;

interface FleetBackendOptions {
  readonly mirror: FleetMirror;
  readonly context: BackendContext;
  /** For how long the cluster was not heard of; 0 while it is there. */
  readonly silentMillis: () => number;
  /** Called with the keys of all that came, went or changed since the last time, while the mirror is as they say. */
  readonly onTouched?: (keys: readonly string[]) => void;
}

/** The devices of a front are those of the gateways: what they have is shown, and commands go to them by another way. */
export class FleetBackend implements Backend {
  readonly #options: FleetBackendOptions;
  #cancelShow: (() => void) | undefined;
  #cancelJudge: () => void = () => undefined;
  /** What the mirror said last, and how much of it is shown. */
  #touched: readonly string[] = [];
  #shown = 0;
  /** When the cluster was last out of reach: no gateway could be heard of then. */
  #blindUntilMillis = NEVER_MILLIS;
  #isStopped = false;

  constructor(options: FleetBackendOptions) {
    this.#options = options;
    this.#judge();
  }

  /** To be called when the mirror has something that is not shown yet. */
  touched(): void {
    if (this.#cancelShow || this.#isStopped) return;
    this.#cancelShow = this.#options.context.clock.after(GATHER_MILLIS, () => this.#show());
  }

  /** Shows at once what the mirror has, for somebody who is about to read it. */
  showNow(): void {
    if (this.#isShowing || !this.#options.mirror.isTouched) return;
    this.#cancelShow?.();
    this.#show();
  }

  *setLights(_commands: Iterable<LightCommand>): Steps<void> {}

  attainable(_light: Light, desired: Partial<LightState>): Partial<LightState> {
    return desired;
  }

  setSyncBox(): void {}

  whyUnreachable(_device: Device): undefined {
    return undefined;
  }

  agree(): Promise<Agreement> {
    return Promise.resolve("no-part");
  }

  openJoining(): Promise<JoiningAnswer> {
    return Promise.resolve({ isDone: false, problems: ["Devices are let in at a gateway, not at a front."] });
  }

  joiningMillisLeft(): number {
    return 0;
  }

  follow(): void {}

  condition(): Condition {
    const members = this.#options.mirror.members.filter(({ name }) => name !== undefined);
    return {
      ...ALL_WELL,
      sources: [{ name: "the fleet", description: counted(members.length, "gateway"), problem: undefined }],
    };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelShow?.();
    this.#cancelJudge();
  }

  #judge(): void {
    const { mirror, context, silentMillis } = this.#options;
    this.#cancelJudge = context.clock.after(JUDGE_MILLIS, () => {
      const nowMillis = context.clock.now();
      if (silentMillis() > 0) this.#blindUntilMillis = nowMillis;
      else mirror.judge(nowMillis, this.#blindUntilMillis);
      if (mirror.isTouched) this.touched();
      this.#judge();
    });
  }

  get #isShowing(): boolean {
    return this.#shown < this.#touched.length;
  }

  #show(): void {
    this.#cancelShow = undefined;
    const { mirror, context } = this.#options;
    if (!this.#isShowing) {
      this.#touched = mirror.takeTouched();
      this.#shown = 0;
      this.#options.onTouched?.(this.#touched);
    }
    const now = this.#touched.slice(this.#shown, this.#shown + SHOWN_AT_ONCE);
    this.#shown += now.length;
    const resources = now.map((key): MirroredResource => mirror.shown(key));
    if (resources.length > 0) context.report({ kind: "resourcesMirrored", resources });
    if (this.#isShowing) this.#cancelShow = context.clock.after(0, () => this.#show());
    else if (mirror.isTouched) this.touched();
  }
}
