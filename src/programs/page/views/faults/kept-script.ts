import { type Signal, signal } from "@preact/signals";
import { linesFor } from "../../operator/operator-refusal.ts";
import type { News } from "../../operator/page-commands.ts";
import type { PageParts } from "../../page-parts.ts";

type ScriptParts = Pick<PageParts, "operator">;

const EXAMPLE = `- at: "07:00"
  offline: Porch
- at: "07:10"
  online: Porch
`;

const known = new WeakMap<ScriptParts, ScriptRun>();

/** The script of this tab, which plays on while another view is open. */
export function keptScript(parts: ScriptParts): ScriptRun {
  const kept = known.get(parts) ?? new ScriptRun(parts.operator);
  known.set(parts, kept);
  return kept;
}

/** What somebody wrote to be played, and what happened of it. */
class ScriptRun {
  readonly text = signal(EXAMPLE);
  readonly speed = signal("3600");
  /** Whether the person has unfolded it. */
  readonly isOpen = signal(false);
  readonly steps = signal<readonly News<"sim.play">[]>([]);
  readonly refusal = signal<readonly string[]>([]);
  /** What ends it while it plays. */
  readonly #end: Signal<AbortController | undefined> = signal(undefined);
  readonly #operator: ScriptParts["operator"];

  constructor(operator: ScriptParts["operator"]) {
    this.#operator = operator;
  }

  get isPlaying(): boolean {
    return this.#end.value !== undefined;
  }

  async play(): Promise<void> {
    const end = new AbortController();
    this.#end.value = end;
    this.steps.value = [];
    this.refusal.value = [];
    try {
      const given = { text: this.text.peek(), speed: Number(this.speed.peek()) };
      for await (const step of this.#operator.follow("sim.play", given, { signal: end.signal }))
        this.steps.value = [...this.steps.peek(), step];
    } catch (error) {
      if (!end.signal.aborted) this.refusal.value = linesFor(error);
    }
    this.#end.value = undefined;
  }

  stop(): void {
    this.#end.peek()?.abort();
  }
}
