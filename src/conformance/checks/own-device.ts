import { Type } from "typebox";
import { Check } from "typebox/value";
import type { WireDevice } from "../../contract/device.ts";
import { dataOf, isObject, outcomeOf } from "../answer.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import type { Session } from "../session.ts";
import type { DiscoveryAsker, DiscoveryRecord } from "./discovery-asker.ts";
import { LISTS } from "./lists.ts";

/** As much of a device as tells that it is the gateway. */
const Gateway = Type.Object({ product: Type.Object({ cat1_id: Type.Literal(1) }) });

interface Discovered {
  readonly record: DiscoveryRecord;
  readonly home: Home;
}

/** Whether discovery and the reads speak of one gateway: spec §4.9 calls `name` a product's and `reset_id` a device's. */
export async function checkOwnDevice(
  session: Session,
  asker: DiscoveryAsker,
  { record, home }: Discovered,
): Promise<void> {
  const gateways = home.device.filter(({ product }) => product.cat1_id === 1);
  asker.expect("discovery.name", isProductName(record.name, gateways), {
    expected: "the product's name",
    found: record.name.trim() === "" ? "an empty name" : `${shown(record.name)}, as its device is called`,
  });
  const answer = await session.ask(`${LISTS.device.path}/${encodeURIComponent(record.reset_id)}`);
  const { obj } = dataOf(answer);
  asker.expect("discovery.device", Check(Gateway, obj), {
    expected: `the gateway at ${answer.request}`,
    found: isObject(obj) ? shown(obj) : outcomeOf(answer),
  });
}

/** A name that nothing but the device itself bears was given by a person, as far as can be seen from outside. */
function isProductName(name: string, gateways: readonly WireDevice[]): boolean {
  if (name.trim() === "") return false;
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
