/** Work in steps, so that the event loop can serve others between two steps. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Takes steps, all at once or in slices between which others are served; undefined where they were taken at once. */
export type StepRunner = (steps: Steps<void>) => Promise<void> | undefined;

/** Takes all steps in a row. */
export function allAtOnce<Result>(steps: Steps<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** What steps come to, once a runner has taken them. */
export const resultOf = <Result>(steps: Steps<Result>, run: StepRunner): Promise<Result> =>
  new Promise((resolve, reject) => {
    const whole = function* (): Steps<void> {
      resolve(yield* steps);
    };
    run(whole())?.catch(reject);
  });

/** A list made item by item; undefined is left out. */
export function* mapInSteps<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made | undefined): Steps<Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    const one = make(item);
    if (one !== undefined) made.push(one);
    yield;
  }
  return made;
}

export const runAtOnce: StepRunner = (steps) => {
  allAtOnce(steps);
  return undefined;
};
