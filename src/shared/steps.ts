/** Work in steps, so that the event loop can serve others between two steps. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Takes steps, all at once or in slices between which others are served; undefined where they were taken at once. */
export type StepRunner = (steps: Steps<void>) => Promise<void> | undefined;

/** Takes all steps in a row. */
export function allAtOnce<Result>(steps: Steps<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

export const runAtOnce: StepRunner = (steps) => {
  allAtOnce(steps);
  return undefined;
};
