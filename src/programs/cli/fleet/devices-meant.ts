import type { NatsConnection } from "@nats-io/transport-node";
import { folded } from "../../../core/home/model/name.ts";
import { roomOf } from "../../../core/home/select.ts";
import { namedBy } from "../../../edges/control/words/named-by.ts";
import type { EnrolledMember } from "../../../edges/fleet/authority/members.ts";
import { homeOf, readFleet } from "./read-fleet.ts";

/** The devices of gateways that words name, by id, serial number, name or Room/Name: all of them, at each gateway. */
export async function devicesMeant(
  connection: NatsConnection,
  gateways: readonly EnrolledMember[],
  words: string,
): Promise<readonly { readonly member: EnrolledMember; readonly id: string }[]> {
  const snapshot = await readFleet(connection, { gateways });
  const home = homeOf(snapshot);
  const isCalledSo = namedBy(words);
  const sought = folded(words);
  const devices = home.devices
    .all()
    .filter((device) => isCalledSo(device) || folded(`${roomOf(home, device)?.name}/${device.name}`) === sought);
  return devices.flatMap(({ id }) => {
    const ways = new Set(snapshot.mirror.waysTo("devices", id).map((way) => way.id));
    return gateways.filter((member) => ways.has(member.id)).map((member) => ({ member, id }));
  });
}
