import { answersAtFront } from "../../../src/edges/control/converse.ts";
import { frontControls } from "../../../src/programs/cli/fleet/front-controls.ts";
import { pageFolder } from "../http/page-folder.ts";
import type { TestFleet } from "./test-fleet.ts";

export type OperatedFront = Awaited<ReturnType<TestFleet["front"]>>;

/** A front with the page, which takes the operator's commands as `luxgate fleet serve` does. */
export async function operatedFront(
  fleet: TestFleet,
  more: Parameters<TestFleet["front"]>[0] = {},
): Promise<OperatedFront> {
  const running = await fleet.front({ pageFolder: pageFolder(), ...more });
  const settings = { host: "127.0.0.1", profile: "home" as const, metricsHost: "", metricsPort: undefined };
  running.http.commands.runBy(answersAtFront(frontControls(running, settings as never)));
  return running;
}
