/** What work comes to that is done in steps, once all of them are. */
export function finished<Outcome>(work: Generator<unknown, Outcome, void>): Outcome {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
