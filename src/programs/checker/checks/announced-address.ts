import { dataOf, idKey, isObject } from "../answer.ts";
import type { Home } from "../home.ts";
import type { Unanswered } from "../reader.ts";
import type { Session } from "../session.ts";
import type { DiscoveryAsker, DiscoveryRecord } from "./discovery-asker.ts";
import { LISTS } from "./lists.ts";

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
const LOOPBACK = /^127\./;
/** Of no host: "this network", multicast, reserved and broadcast. */
const NO_HOST = /^(?:0|22[4-9]|2[3-5]\d)\./;

interface Announced {
  readonly record: DiscoveryRecord;
  readonly home: Home;
}

/** The announced address is the host part of HTTP calls: the gateway must be there. */
export async function checkAddress(
  session: Session,
  asker: DiscoveryAsker,
  { record, home }: Announced,
): Promise<void> {
  const { ip } = record;
  const { address } = asker.where;
  if (!IPV4.test(ip)) return;
  const found = ip === address ? undefined : await whatIsAt(session, { ip, address, home });
  asker.expect("discovery.ip", found === undefined, {
    expected: "an address at which the gateway answers HTTP",
    found: `${found}`,
  });
}

/** Why an address cannot be that of a gateway that is asked at another one. */
export function wrongHost(ip: string, address: string): string | undefined {
  if (NO_HOST.test(ip)) return `${ip}, which cannot be the address of a host`;
  return LOOPBACK.test(ip) && !LOOPBACK.test(address) ? `${ip}, which is a loopback address` : undefined;
}

/** What is wrong with an address; it is not sent the key. */
async function whatIsAt(
  { reader }: Session,
  { ip, address, home }: { readonly ip: string; readonly address: string; readonly home: Home },
): Promise<string | undefined> {
  const fault = wrongHost(ip, address);
  if (fault !== undefined) return fault;
  try {
    const answer = await reader.under(ip).ask(LISTS.device.path);
    const { arr } = dataOf(answer);
    const ids = Array.isArray(arr) ? arr.filter(isObject).map(({ id }) => idKey(String(id))) : undefined;
    if (!isObject(answer.json)) return `no gateway at ${ip}`;
    return ids === undefined || ids.some((id) => home.device.has(id)) ? undefined : `another gateway at ${ip}`;
  } catch (error) {
    return `${ip}: ${(error as Unanswered).message}`;
  }
}
