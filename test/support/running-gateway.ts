import { type GatewayOptions, type RunningGateway, startGateway } from "../../src/cli/start-gateway.ts";
import type { Change } from "../../src/home/change.ts";
import { loadHome } from "../../src/home-file/load.ts";
import { HTTP_LIMITS } from "../../src/http/limits.ts";
import { HttpClient } from "./http-client.ts";
import { ManualClock } from "./manual-clock.ts";

export interface TestGateway extends RunningGateway {
  readonly client: HttpClient;
  readonly clock: ManualClock;
}

const DEMO_HOME = "homes/demo.yaml";

/** The real thing on free ports, with the demo home and a clock that the test drives. */
export async function runGateway(overrides: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const clock = new ManualClock();
  const running = await startGateway({
    host: "127.0.0.1",
    httpPort: 0,
    discoveryPort: 0,
    advertiseIp: undefined,
    allowHost: [],
    identity: { mac: "02:00:00:12:34:56", resetId: "0D6E7A1B-3C58-4F0E-9B7A-5D1C2E3F4A5B" },
    changes: demoHome(),
    limits: HTTP_LIMITS,
    clock: clock.now,
    onDiscoveryState: () => undefined,
    onFault: (fault) => {
      throw fault;
    },
    ...overrides,
  });
  return { ...running, client: new HttpClient(running.http.port), clock };
}

function demoHome(): readonly Change[] {
  const home = loadHome(DEMO_HOME, "0.0.0-test");
  if ("mistakes" in home) throw new Error(home.mistakes.join("\n"));
  return home.changes;
}
