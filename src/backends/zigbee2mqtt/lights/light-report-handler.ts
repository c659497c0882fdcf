import { idFrom, type LightId } from "../../../home/ids.ts";
import type { BackendContext } from "../../backend.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { StateReport } from "../bridge/bridge-listener.ts";
import type { PeerState } from "../bridge/protocol/peer-state.ts";
import type { Problems } from "../problems.ts";
import { DeferredCommands } from "../replicas/deferred-commands.ts";
import { LastOnStates } from "../replicas/last-on-states.ts";
import { isPerceptibleChange } from "./is-perceptible-change.ts";
import type { LightRegistry } from "./light-registry.ts";
import type { LightTracker } from "./light-tracker.ts";

export interface LightReportHandlerDependencies {
  readonly context: BackendContext;
  readonly problems: Problems;
  readonly lamps: LightRegistry;
  /** A lamp became another, for a person to see. */
  readonly onOther: (record: LightTracker) => void;
}

/** Turns what is said and noted of lamps into what they show. */
export class LightReportHandler {
  readonly held: DeferredCommands;
  readonly #options: LightReportHandlerDependencies;
  readonly #shown: LastOnStates;

  constructor(options: LightReportHandlerDependencies) {
    const { context, lamps } = options;
    this.#options = options;
    this.held = new DeferredCommands(lamps, context.report);
    this.#shown = new LastOnStates(lamps, context.clock);
  }

  /** All notes are said anew. */
  opened(bridge: Bridge): void {
    this.held.opened(bridge);
    this.#shown.opened(bridge);
  }

  hear(record: LightTracker, told: StateReport): void {
    const { context, problems: all, onOther } = this.#options;
    const { lightId, freshness, isOn: wasOn } = record;
    const before = context.home.lights.get(lightId);
    const { state: said, problems } = record.hear(told);
    const state = said.on === false ? { ...said, ...this.#whileOff(record) } : said;
    if (state.on === true) this.held.release(record);
    if (before && wasOn && state.on === false && !told.isRemembered) this.#shown.note(record, before);
    for (const words of problems) all.add(record.listed.entry.name, words);
    if (Object.keys(state).length === 0 || !before) return;
    context.report({ kind: "lightChanged", lightId, state });
    if (isPerceptibleChange(before, state, freshness)) onOther(record);
  }

  /** The home has a lamp anew, or as it once was: it is shown as it is. */
  tellAgain(lightId: LightId): void {
    const record = this.#options.lamps.get(lightId);
    if (!record?.isHeard || !this.#options.context.home.lights.get(lightId)) return;
    const state = { ...record.whileOn, ...(record.isOn ? {} : this.#whileOff(record)), on: record.isOn };
    this.#options.context.report({ kind: "lightChanged", lightId, state });
  }

  heardNote({ kind, about, words }: PeerState): void {
    const lightId = idFrom<LightId>(about);
    if (kind === "held") this.held.heard(lightId, words);
    else this.#heardShown(lightId, words);
  }

  /** Whatever is to be noted still. */
  leaveNotes(): void {
    this.#shown.leave();
  }

  #heardShown(lightId: LightId, words: unknown): void {
    this.#shown.heard(lightId, words);
    const record = this.#options.lamps.get(lightId);
    const state = record && !record.isOn ? this.#whileOff(record) : {};
    if (Object.keys(state).length > 0) this.#options.context.report({ kind: "lightChanged", lightId, state });
  }

  /** A lamp that is off shows what it was wished since, and else how it was when it was turned off. */
  #whileOff(record: LightTracker): LightTracker["held"] {
    return { ...this.#shown.of(record), ...record.held };
  }
}
