import { isGateway } from "../../home/model/product.ts";
import { announceByMdns, type MdnsAnnouncer } from "../../mdns/announce.ts";
import { ownCards } from "../../mdns/own-cards.ts";
import { MDNS_WORKER } from "../../runtime/package.ts";
import type { RunningGateway } from "../../runtime/start-gateway.ts";
import { SYSTEM_CLOCK } from "../../runtime/system-clock.ts";
import { logMdns } from "./log-mdns.ts";
import type { ServeOptions } from "./serve-options.ts";
import { keepHeapSmall } from "./small-heap.ts";

const RETRY_MILLIS = 10_000;

/** Announces the gateway by mDNS as who it is, also when it is given another name or reset; unless nobody wants that. */
export function startMdns(options: ServeOptions, { gateway, http }: RunningGateway): MdnsAnnouncer | undefined {
  if (!options.mdns) return undefined;
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
    cards: ownCards(),
    clock: SYSTEM_CLOCK,
    retryMillis: RETRY_MILLIS,
    workerPath: MDNS_WORKER,
    onState: logMdns(() => name),
    onThread: keepHeapSmall,
  });
  const unwatch = gateway.watch(({ replacements }) => {
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
      unwatch();
      return announcer.stop();
    },
  };
}
