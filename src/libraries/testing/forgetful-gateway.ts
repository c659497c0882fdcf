import { HTTP_LIMITS } from "../../edges/http/limits.ts";
import { MemoryStore } from "../../edges/store/memory-store.ts";
import { type RunningGateway, type StartOptions, startGateway } from "../../runtime/start-gateway.ts";

/** The options that have no default here; all others may be given. */
export type ForgetfulOptions = Partial<StartOptions> & Pick<StartOptions, "contents" | "clock">;

/** How clients reach what is served: on free ports of this machine alone, without anybody who listens to what it reports. */
export const SERVED_HERE = {
  host: "127.0.0.1",
  httpPort: 0,
  discoveryPort: 0,
  mqttPort: 0,
  mqttResync: true,
  mqttBroker: undefined,
  mqttAuthority: undefined,
  advertiseIp: undefined,
  allowHost: [],
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
} satisfies Partial<StartOptions>;

/** The gateway as it is served, but with a home that no disk keeps. */
export const startForgetfulGateway = (options: ForgetfulOptions): Promise<RunningGateway> =>
  startGateway({ ...SERVED_HERE, store: new MemoryStore(), ...options });
