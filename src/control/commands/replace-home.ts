import { contentsOf } from "../../home/home.ts";
import type { HomeContents } from "../../home/model/contents.ts";
import type { Refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { countsIn, type HomeCounts } from "../views/status-view.ts";
import { giveCommand } from "./give-command.ts";

interface Replaced {
  readonly before: HomeCounts;
  /** What is there in the end: real devices stay where they are, and whoever tells of them tells of them again. */
  readonly after: HomeCounts;
}

/** One home instead of another. */
export async function replaceHome(controls: Controls, contents: HomeContents): Promise<Refused | Replaced> {
  const counts = () => countsIn(contentsOf(controls.gateway.home));
  const before = counts();
  const refusal = await giveCommand(controls, { kind: "homeReplaced", contents });
  return refusal ?? { before, after: counts() };
}
