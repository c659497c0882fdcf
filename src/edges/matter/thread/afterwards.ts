import type { MaybePromise } from "@matter/main";

/** Does something once something else is done, at once if it is done already. */
export const afterwards = (done: MaybePromise, then: () => void): MaybePromise => {
  if (done === undefined) return then();
  return Promise.resolve(done).then(then);
};
