import type { Home } from "../../core/home/home.ts";
import type { SimulatedBackend } from "../../edges/backends/simulated/start.ts";
import { HTTP_LIMITS } from "../../edges/http/limits.ts";
import { MemoryStore } from "../../edges/store/memory-store.ts";
import type { RunningGateway, StartOptions } from "../../runtime/start-gateway.ts";
import type { Clock } from "../../shared/clock.ts";
import { startForgetfulGateway } from "./forgetful-gateway.ts";
import type { Behind, Ports } from "./relay/relay.ts";

/** All that a gateway under test is started with. */
export type InnerOptions = Pick<StartOptions, "contents" | "clock" | "profile" | "mqttResync" | "allowOrigin">;

/** The home and its devices may be others after the plug was pulled, so they are looked up each time. */
export interface Simulated {
  readonly home: Home;
  readonly simulation: SimulatedBackend;
}

/** The gateway behind the relay. */
export interface Inner extends Behind {
  readonly running: RunningGateway;
  readonly simulated: Simulated;
  readonly store: MemoryStore;
}

/** The relay has cut all clients by then, so nobody waits for an answer. */
const LIMITS = { ...HTTP_LIMITS, stopMillis: 0 };

export async function startInner(options: InnerOptions & { readonly clock: Clock }): Promise<Inner> {
  const store = new MemoryStore();
  await store.begin(options.contents, "test");
  const running = await startForgetfulGateway({ ...options, store, limits: LIMITS });
  const { gateway, simulation } = running;
  if (!simulation) throw new Error("the devices are not simulated");
  return {
    running,
    store,
    ports: portsOf(running),
    clock: options.clock,
    get simulated() {
      return { home: gateway.home, simulation };
    },
  };
}

function portsOf({ http, events, discovery }: RunningGateway): Ports {
  const { mqtt } = events;
  if (mqtt?.port === undefined || discovery.port === undefined) throw new Error("no free port was found");
  return { http: http.port, discovery: discovery.port, mqtt: mqtt.port };
}
