import type { CrashFigures } from "./crash-figures.ts";
import { HalfChange, type Subject } from "./crash-subjects.ts";
import type { Lists } from "./lists.ts";
import type { OperatorLine } from "./operator-line.ts";

/** A subject, what was acknowledged of it, and what was sent after that. */
export class KeptSubject {
  readonly #subject: Subject;
  readonly #figures: CrashFigures;
  #acknowledged: string;
  #sent: string[] = [];
  #count = 0;

  constructor(subject: Subject, acknowledged: string, figures: CrashFigures) {
    this.#subject = subject;
    this.#acknowledged = acknowledged;
    this.#figures = figures;
  }

  /** Changes it over a connection, so many times at once, until the gateway is gone. */
  async changeOver(line: OperatorLine, options: { atOnce: number; onAcknowledged: () => void }): Promise<void> {
    for (;;) {
      const changes = Array.from({ length: options.atOnce }, () => this.#change(line));
      for (const change of changes) {
        if (!(await change)) return;
        options.onAcknowledged();
      }
    }
  }

  /** It is as it was acknowledged, or as one that was sent later has it. */
  check(lists: Lists): void {
    try {
      const seen = this.#subject.seen(lists);
      if (this.#sent.includes(seen)) this.#figures.add("sent, not acknowledged, there");
      else if (seen !== this.#acknowledged)
        this.#fault("acknowledged changes lost", `${seen}, not ${this.#acknowledged}`);
      else if (this.#sent.length > 0) this.#figures.add("sent, not acknowledged, absent");
      this.#acknowledged = seen;
      this.#sent = [];
    } catch (error) {
      if (!(error instanceof HalfChange)) throw error;
      this.#fault("half changes", error.message);
    }
  }

  /** Tells whether it was acknowledged. */
  async #change(line: OperatorLine): Promise<boolean> {
    this.#count += 1;
    const { request, to } = this.#subject.next(this.#sent.at(-1) ?? this.#acknowledged, this.#count);
    this.#sent.push(to);
    const answer = await line.ask(request);
    if (answer === "lost") return false;
    if ("refused" in answer) {
      this.#fault("changes refused", `to ${to}: ${answer.refused.join(" ")}`);
      return false;
    }
    this.#acknowledged = this.#sent.shift() ?? to;
    this.#figures.add("changes acknowledged");
    return true;
  }

  #fault(what: Parameters<CrashFigures["fault"]>[0], words: string): void {
    this.#figures.fault(what, `${this.#subject.name}: ${words}`);
  }
}
