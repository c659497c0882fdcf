import { HTTP_LIMITS } from "../../edges/http/limits.ts";
import { MemoryStore } from "../../edges/store/memory-store.ts";
import { type RunningGateway, type StartOptions, startGateway } from "../../runtime/start-gateway.ts";

/** The options that have no default here; all others may be given. */
export type ForgetfulOptions = Partial<StartOptions> & Pick<StartOptions, "contents" | "clock">;

/** The gateway as it is served, but on free ports of this machine alone, and with a home that no disk keeps. */
export const startForgetfulGateway = (options: ForgetfulOptions): Promise<RunningGateway> =>
  startGateway({
    host: "127.0.0.1",
    httpPort: 0,
    discoveryPort: 0,
    mqttPort: 0,
    mqttResync: true,
    mqttBroker: undefined,
    mqttAuthority: undefined,
    advertiseIp: undefined,
    allowHost: [],
    store: new MemoryStore(),
    profile: "home",
    limits: HTTP_LIMITS,
    today: () => new Date(),
    onPaired: () => undefined,
    onDiscoveryState: () => undefined,
    onMqttState: () => undefined,
    onMqttRefused: () => undefined,
    onPublisherState: () => undefined,
    onFault: (fault) => {
      throw fault;
    },
    ...options,
  });
