import { replayChanges } from "../../../src/core/home/changes/replay-changes.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { SimulatedBackend } from "../../../src/edges/backends/simulated/start.ts";
import { loadHome } from "../../../src/edges/home-file/load.ts";
import { startForgetfulGateway } from "../../../src/libraries/testing/forgetful-gateway.ts";
import type { RunningGateway, StartOptions } from "../../../src/runtime/start-gateway.ts";
import { IDENTITY } from "../home/empty-gateway.ts";
import { HttpClient } from "../http/http-client.ts";
import { ManualClock } from "./manual-clock.ts";

interface DrivenGateway extends RunningGateway {
  readonly client: HttpClient;
  readonly clock: ManualClock;
}

export interface TestGateway extends DrivenGateway {
  readonly backend: SimulatedBackend;
}

const DEMO_HOME = "homes/demo.yaml";

/** The real thing on free ports, with the demo home, simulated devices and a clock that the test drives. */
export async function runGateway(overrides: Partial<StartOptions> = {}): Promise<TestGateway> {
  const running = await runGatewayOn(undefined, overrides);
  if (!running.simulation) throw new Error("the devices are not simulated");
  return { ...running, backend: running.simulation };
}

/** The same, with devices of any kind. */
export async function runGatewayOn(
  startDevices: StartOptions["startDevices"],
  overrides: Partial<StartOptions> = {},
): Promise<DrivenGateway> {
  const clock = new ManualClock();
  const running = await startForgetfulGateway({ startDevices, contents: demoHome(), clock, ...overrides });
  return { ...running, client: new HttpClient(running.http.port), clock };
}

function demoHome(): HomeContents {
  const home = loadHome(DEMO_HOME, "0.0.0-test");
  if ("problems" in home) throw new Error(home.problems.join("\n"));
  return replayChanges(home.changes, IDENTITY);
}
