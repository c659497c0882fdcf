import { log } from "./log.ts";

/** Tells when nothing can be stored and when that is over, once each. */
export function logStore(): (trouble: string | undefined) => void {
  let known: string | undefined;
  return (trouble) => {
    if (trouble !== undefined && trouble !== known) {
      log(
        `Nothing can be stored (${trouble}): the home is served as it is, and changes are refused until that is over.`,
      );
    }
    if (trouble === undefined && known !== undefined) log("Changes can be stored again.");
    known = trouble;
  };
}
