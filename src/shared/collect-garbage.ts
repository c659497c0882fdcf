import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Gives back what reading a home left behind: a thread that has little to do afterwards would keep it for good. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}
