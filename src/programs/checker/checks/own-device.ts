import type { WireDevice } from "../../../core/contract/device.ts";
import { isUuid } from "../answer.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import { isGateway } from "./devices.ts";
import type { DiscoveryAsker, DiscoveryRecord } from "./discovery-asker.ts";
import { LISTS } from "./lists.ts";

/** Checks that discovery and the reads speak of one gateway: spec §4.9 calls `name` a product's and `reset_id` a device's. */
export function checkOwnDevice(asker: DiscoveryAsker, home: Home, { name, reset_id }: DiscoveryRecord): void {
  asker.expect("discovery.name", isProductName(name, home.device.sound.filter(isGateway)), {
    expected: "the product's name",
    found: `${shown(name)}, the name of its device`,
  });
  const isJudged = isUuid(reset_id) && home.device.isWhole && !home.device.isSuspect(reset_id);
  if (!isJudged) return;
  const isOwn = home.device.sound.some((device) => isGateway(device) && home.device.item(reset_id)?.id === device.id);
  asker.expect("discovery.device", isOwn, {
    expected: `the id of the gateway in GET ${LISTS.device.path}`,
    found: `${shown(reset_id)}, ${home.device.has(reset_id) ? "which is another device" : "which is not the id of a device"}`,
  });
}

/** A name that nothing but the device itself bears was given by a person, as far as can be seen from outside. */
function isProductName(name: string, gateways: readonly WireDevice[]): boolean {
  const bearers = gateways.filter((device) => device.name === name);
  return bearers.length === 0 || bearers.some(({ product }) => namesIn(product).some((own) => isAkin(own, name)));
}

const namesIn = ({
  cat1_name,
  cat2_name,
  cat3_name,
  manufacturer,
  model,
}: WireDevice["product"]): readonly string[] => [cat1_name, cat2_name, cat3_name, manufacturer, model];

/** "Luxgate" and "Luxgate LG-1" are. */
function isAkin(one: string, other: string): boolean {
  const [first, second] = [one.trim().toLowerCase(), other.trim().toLowerCase()];
  return first !== "" && (first.includes(second) || second.includes(first));
}
