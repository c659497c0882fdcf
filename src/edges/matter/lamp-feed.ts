import type { ChangeNotification } from "../../core/home/changes/change-notification.ts";
import type { Replacement } from "../../core/home/changes/replacement.ts";
import type { DeviceId } from "../../core/home/model/ids.ts";
import type { LeftOutLamps } from "../../shared/matter-left-out.ts";
import { ChoiceReport, type ChoiceReportOptions } from "./choice-report.ts";
import { Chosen, type ChosenIds } from "./lamps/chosen.ts";
import type { MatterLamp } from "./lamps/matter-lamp.ts";
import type { MatterTask } from "./messages.ts";
import { ShownLamps } from "./shown-lamps.ts";

export interface LampFeedOptions extends ChoiceReportOptions {
  readonly most: number;
  readonly post: (task: MatterTask) => void;
  readonly onCount: (counts: { readonly lamps: number; readonly leftOut: readonly LeftOutLamps[] }) => void;
}

/** What changes within this time is told to the thread in one message. */
const GATHER_MILLIS = 5;

/** When lamps that could not be shown are tried again. */
const RETRY_MILLIS = 10_000;

/**
 * Tells the bridge's thread how lamps are. One message is under way at a time; what changes until it is taken is told
 * afterwards, as it is then. So a thread that is slow gets no pile of what is no longer true.
 */
export class LampFeed {
  readonly #options: LampFeedOptions;
  readonly #choiceReport: ChoiceReport;
  #shown: ShownLamps | undefined;
  #chosen: Chosen | undefined;
  #isUnderWay = false;
  readonly #touched = new Set<DeviceId>();
  /** Lamps may have come or gone, or were put elsewhere. */
  #isAnyNew = false;
  #cancelTimer: (() => void) | undefined;
  #cancelRetry: (() => void) | undefined;

  constructor(options: LampFeedOptions) {
    this.#options = options;
    this.#choiceReport = new ChoiceReport(options);
  }

  /** A thread has opened its database, and is told of all lamps. */
  begin({ known, chosen }: { readonly known: readonly string[]; readonly chosen: ChosenIds }): void {
    const { home, only, most, post } = this.#options;
    this.end();
    this.#chosen = new Chosen(only, chosen);
    this.#shown = new ShownLamps({ chosen: this.#chosen, most, known });
    const { lamps } = this.#shown.update(home());
    this.#isUnderWay = true;
    post({ do: "start", lamps });
    this.#followChosen();
    this.#count();
  }

  /** The thread is gone. */
  end(): void {
    this.#cancelTimer?.();
    this.#cancelRetry?.();
    this.#choiceReport.end();
    this.#cancelTimer = undefined;
    this.#cancelRetry = undefined;
    this.#shown = undefined;
    this.#touched.clear();
    this.#isAnyNew = false;
  }

  follow({ replacements }: ChangeNotification): void {
    if (!this.#shown) return;
    for (const replacement of replacements) this.#touch(replacement);
    this.#tellSoon();
  }

  /** The thread has taken the last message. */
  taken(): void {
    this.#isUnderWay = false;
    this.#tellSoon();
  }

  /** The thread could not show a lamp. */
  notShown(id: string): void {
    this.#shown?.forget(id);
    this.#count();
    this.#cancelRetry ??= this.#options.clock.after(RETRY_MILLIS, () => {
      this.#cancelRetry = undefined;
      this.#isAnyNew = true;
      this.#tellSoon();
    });
  }

  /** The lamp as ecosystems should see it after a command; undefined where they do not see it. */
  lampToSettle(id: string): MatterLamp | undefined {
    return this.#shown?.lampToSettle(this.#options.home(), id);
  }

  #touch({ in: kind, before, after }: Replacement): void {
    if (kind === "lights" || kind === "syncBoxes") {
      const part = after ?? before;
      if (part) this.#touched.add(part.deviceId);
      // Also the names of lamps that are left out are shown.
      this.#isAnyNew ||= before?.name !== after?.name;
    }
    const isAnyChosen = this.#options.only.length > 0;
    if (kind === "devices") {
      if (after) this.#touched.add(after.id);
      this.#isAnyNew ||= before?.admitted !== after?.admitted || (isAnyChosen && before?.name !== after?.name);
    }
    this.#isAnyNew ||= kind === "rooms" && isAnyChosen;
  }

  #tellSoon(): void {
    if (!this.#shown || this.#isUnderWay || (this.#touched.size === 0 && !this.#isAnyNew)) return;
    this.#cancelTimer ??= this.#options.clock.after(GATHER_MILLIS, () => this.#tell());
  }

  #tell(): void {
    this.#cancelTimer = undefined;
    if (!this.#shown) return;
    const home = this.#options.home();
    const touched = [...this.#touched].flatMap((id) => home.devices.get(id) ?? []);
    const isAnyNew = this.#isAnyNew;
    this.#touched.clear();
    this.#isAnyNew = false;
    const difference = isAnyNew ? this.#shown.update(home) : { lamps: this.#shown.refresh(home, touched), gone: [] };
    if (difference.lamps.length > 0 || difference.gone.length > 0) {
      this.#isUnderWay = true;
      this.#options.post({ do: "show", ...difference });
    }
    if (!isAnyNew) return;
    this.#count();
    this.#followChosen();
  }

  #followChosen(): void {
    if (!this.#chosen) return;
    const chosen = this.#chosen.toStore();
    if (chosen) this.#options.post({ do: "remember", chosen });
    this.#choiceReport.lookSoon(this.#chosen);
  }

  #count(): void {
    this.#options.onCount({ lamps: this.#shown?.size ?? 0, leftOut: this.#shown?.leftOut ?? [] });
  }
}
