import type { StepRunner, Steps } from "../../../src/shared/steps.ts";

interface Job {
  readonly steps: Steps<void>;
  readonly resolve: () => void;
  readonly reject: (fault: unknown) => void;
}

/** Takes steps when the test says so, those of several jobs in turn. */
export class StepByStep {
  readonly #jobs: Job[] = [];

  /** What is over with its first step is over at once, as in a running gateway. */
  readonly run: StepRunner = (steps) => {
    if (steps.next().done) return undefined;
    return new Promise((resolve, reject) => this.#jobs.push({ steps, resolve, reject }));
  };

  get isIdle(): boolean {
    return this.#jobs.length === 0;
  }

  /** Takes one step of the job whose turn it is; what waits for the end of a job goes on when the caller waits. */
  step(): void {
    const job = this.#jobs.shift();
    if (!job) return;
    try {
      if (job.steps.next().done) job.resolve();
      else this.#jobs.push(job);
    } catch (fault) {
      job.reject(fault);
    }
  }
}
