import type { WireBridge } from "../../contract/bridge.ts";
import { counted } from "../../shared/counted.ts";
import type { Unanswered } from "../reader.ts";
import { shown } from "../report/shown.ts";
import type { Session } from "../session.ts";
import { type DiscoveryAsker, type DiscoveryRecord, REQUEST } from "./discovery-asker.ts";

/** Datagrams that a gateway must ignore: records of other gateways, and what is no request at all. */
const NO_REQUESTS = ['{"op":102,"data":{}}', '{"op":999}', "luxgate check"];

/** A record larger than this does not fit the buffer of the usual client. */
const MOST_BYTES = 1024;

/** Everything about the exchange that can be checked without a person at the button; gives the gateway's record. */
export async function checkDiscovery(
  session: Session,
  asker: DiscoveryAsker,
  bridge: WireBridge | undefined,
): Promise<DiscoveryRecord | undefined> {
  const record = await checkAnswer(asker);
  if (!record) return undefined;
  await checkAddress(session, asker, record);
  await checkBroadcast(session, asker);
  await checkIgnored(asker);
  await checkSecondPort(session, asker);
  if (bridge)
    asker.expect("discovery.bridge", bridge.mac === record.mac && bridge.id === record.reset_id, {
      expected: shown({ mac: bridge.mac, reset_id: bridge.id }),
      found: shown({ mac: record.mac, reset_id: record.reset_id }),
    });
  return record;
}

async function checkAnswer(asker: DiscoveryAsker): Promise<DiscoveryRecord | undefined> {
  const replies = await asker.send([REQUEST]);
  const [reply] = replies;
  asker.expect("discovery.answers", reply !== undefined, {
    expected: "a reply to the port that asked",
    found: "none: is UDP let through?",
  });
  if (!reply) return undefined;
  const found = counted(replies.length, "datagram");
  asker.expect("discovery.once", replies.length === 1, { expected: "one datagram", found });
  const { byteLength } = reply.bytes;
  asker.expect("discovery.size", byteLength <= MOST_BYTES, {
    expected: `at most ${MOST_BYTES} bytes`,
    found: counted(byteLength, "byte"),
  });
  return asker.read(reply);
}

/** The address is the host part of HTTP calls: there must be a gateway. */
async function checkAddress({ reader }: Session, asker: DiscoveryAsker, { ip }: DiscoveryRecord): Promise<void> {
  if (ip === asker.where.address) return asker.expect("discovery.ip", true, { expected: ip, found: ip });
  const found = await reader
    .under(ip)
    .ask("/clip/v2/resource/device")
    .then(
      ({ status }) => (status === 200 ? undefined : `HTTP ${status} at ${ip}`),
      (error: Unanswered) => `${ip}: ${error.message}`,
    );
  asker.expect("discovery.ip", found === undefined, {
    expected: "an address at which HTTP is answered",
    found: `${found}`,
  });
}

async function checkBroadcast({ findings }: Session, asker: DiscoveryAsker): Promise<void> {
  const { broadcastAddress: to } = asker.where;
  if (to === undefined) return findings.leaveOut(["discovery.broadcast"], "it is not on a network of this machine");
  const replies = await asker.send([REQUEST], { to });
  for (const reply of replies) asker.read(reply);
  asker.expect("discovery.broadcast", replies.length > 0, {
    expected: `a reply to a broadcast (${to})`,
    found: "none",
  });
}

/** The right request comes last, so that a single reply shows that the gateway ignored the others. */
async function checkIgnored(asker: DiscoveryAsker): Promise<void> {
  const replies = await asker.send([...NO_REQUESTS, REQUEST]);
  asker.expect("discovery.ignores", replies.length === 1, {
    expected: `one reply to ${NO_REQUESTS.join(", ")} and ${REQUEST}`,
    found: `${replies.length}`,
  });
}

/** The usual client listens there while it asks from elsewhere (G27). */
async function checkSecondPort({ findings }: Session, asker: DiscoveryAsker): Promise<void> {
  const { address, ownAddress, port } = asker.where;
  const leaveOut = (why: string) => findings.leaveOut(["discovery.second-port"], why);
  if (address === ownAddress) return leaveOut("the gateway runs on this machine, and the port is its own");
  try {
    const replies = await asker.send([REQUEST], { onBothPorts: true });
    for (const reply of replies) asker.read(reply);
    const count = replies.filter(({ on }) => on === "discovery-port").length;
    asker.expect("discovery.second-port", count === 1, {
      expected: `one datagram to port ${port}`,
      found: counted(count, "datagram"),
    });
  } catch {
    leaveOut(`UDP port ${port} of this machine is taken`);
  }
}
