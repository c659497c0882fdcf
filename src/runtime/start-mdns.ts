import { isGateway } from "../core/home/model/product.ts";
import { announceByMdns, type MdnsAnnouncer } from "../edges/mdns/announce.ts";
import { ownInterfaces } from "../edges/mdns/own-interfaces.ts";
import type { MdnsState } from "../edges/mdns/state.ts";
import type { Clock } from "../shared/clock.ts";
import type { RunningGateway } from "./start-gateway.ts";

export interface MdnsStartOptions {
  readonly host: string;
  readonly advertiseIp?: string | undefined;
  readonly mdnsType: string;
  /** The gateway's own name by default. */
  readonly mdnsName?: string | undefined;
  readonly clock: Clock;
  /** Called with each state, and the name that was to be announced. */
  readonly onMdnsState: (state: MdnsState, givenName: string) => void;
}

const RETRY_MILLIS = 10_000;

/** Announces the gateway by mDNS, and again when it gets another name or is reset. */
export function startMdns(options: MdnsStartOptions, { gateway, http }: RunningGateway): MdnsAnnouncer {
  const device = gateway.home.gateway;
  let name = options.mdnsName ?? device?.name ?? "";
  const announcer = announceByMdns({
    name,
    type: options.mdnsType,
    port: http.port,
    mac: gateway.identity.mac,
    resetId: gateway.identity.resetId,
    model: device?.product.model ?? "",
    version: device?.product.softwareVersion ?? "",
    host: options.host,
    advertiseIp: options.advertiseIp,
    interfaces: ownInterfaces(),
    clock: options.clock,
    retryMillis: RETRY_MILLIS,
    random: Math.random,
    onState: (state) => options.onMdnsState(state, name),
  });
  const unsubscribe = gateway.watch(({ replacements }) => {
    for (const { in: kind, after } of replacements) {
      if (kind === "identity") announcer.identify(after.resetId);
      if (options.mdnsName !== undefined || kind !== "devices" || !after || !isGateway(after.product)) continue;
      name = after.name;
      announcer.rename(name);
    }
  });
  return {
    get state() {
      return announcer.state;
    },
    rename: (other) => announcer.rename(other),
    identify: (resetId) => announcer.identify(resetId),
    stop: () => {
      unsubscribe();
      return announcer.stop();
    },
  };
}
