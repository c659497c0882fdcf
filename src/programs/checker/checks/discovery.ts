import type { WireBridge } from "../../../core/contract/bridge.ts";
import { counted } from "../../../shared/counted.ts";
import { idKey, isUuid } from "../answer.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { checkAddress } from "./announced-address.ts";
import { type DiscoveryAsker, type DiscoveryRecord, REQUEST } from "./discovery-asker.ts";
import { checkEvery } from "./every-request.ts";
import { checkOwnDevice } from "./own-device.ts";
import { untilShut } from "./pairing-window.ts";

/** Datagrams that a gateway must ignore: records of other gateways, and what is no request at all. */
const NO_REQUESTS = ['{"op":102,"data":{}}', '{"op":999}', "luxgate check"];

/** The same request as JSON may also be written: with spaces and line ends, and with an escape. */
const OTHER_REQUESTS = ['{\r\n\t"op" : 101\r\n}\r\n', '{"\\u006fp":101}'];

/** A request with one more field. */
const LONGER_REQUEST = '{"op":101,"luxgate_check":1}';

/** A record larger than this does not fit the buffer of the usual client. */
const MOST_BYTES = 1024;

export interface DiscoveryCheck {
  readonly bridge: WireBridge | undefined;
  readonly home: Home;
  readonly onProgress: (line: string) => void;
}

/** Checks all of the exchange that needs no person at the button. */
export async function checkDiscovery(
  session: Session,
  asker: DiscoveryAsker,
  { bridge, home, onProgress }: DiscoveryCheck,
): Promise<void> {
  const record = await checkAnswer(asker);
  if (!record) return;
  await untilShut(asker, onProgress);
  await checkAddress(session, asker, { record, home });
  await checkBroadcast(session, asker);
  await checkSpellings(asker);
  await checkEvery(asker);
  await checkIgnored(asker);
  await checkSecondPort(session, asker);
  checkOwnDevice(asker, home, record);
  if (bridge) checkBridge(asker, bridge, record);
}

async function checkAnswer(asker: DiscoveryAsker): Promise<DiscoveryRecord | undefined> {
  const { replies, rounds } = await asker.send([REQUEST]);
  const [reply] = replies;
  asker.expect("discovery.answers", reply !== undefined, {
    expected: "a reply to the port that sent the request",
    found: "none; check that the firewall allows UDP",
  });
  if (!reply) return undefined;
  asker.expect("discovery.unicast", !asker.isByBroadcast, {
    expected: "a reply to a request sent to the gateway's address",
    found: "replies only to broadcasts",
  });
  const found = counted(replies.length, "datagram");
  asker.expect("discovery.once", replies.length <= rounds, { expected: "one datagram", found });
  const { byteLength } = reply.bytes;
  asker.expect("discovery.size", byteLength <= MOST_BYTES, {
    expected: `at most ${MOST_BYTES} bytes`,
    found: counted(byteLength, "byte"),
  });
  const { address, port } = asker.where;
  const { from } = reply;
  asker.expect("discovery.source", from.address === address && from.port === port, {
    expected: `a reply from ${address}:${port}`,
    found: `a reply from ${from.address}:${from.port}`,
  });
  return asker.read(reply);
}

/** Whether `bridge` is the same gateway; what is wrong with an id or a MAC as such was found already. */
function checkBridge(asker: DiscoveryAsker, bridge: WireBridge, { mac, reset_id }: DiscoveryRecord): void {
  const bare = (text: string) => text.toUpperCase().replace(/[^0-9A-F]/g, "");
  const isSame = bare(bridge.mac) === bare(mac) && (!isUuid(reset_id) || idKey(bridge.id) === idKey(reset_id));
  asker.expect("discovery.bridge", isSame, {
    expected: shown({ mac: bridge.mac, reset_id: bridge.id }),
    found: shown({ mac, reset_id }),
  });
}

async function checkBroadcast({ findings }: Session, asker: DiscoveryAsker): Promise<void> {
  const { broadcastAddress: to } = asker.where;
  if (to === undefined) return findings.leaveOut(["discovery.broadcast"], "it is not on a network of this machine");
  const { replies } = await asker.send([REQUEST], { to });
  for (const reply of replies) asker.read(reply);
  asker.expect("discovery.broadcast", replies.length > 0, {
    expected: `a reply to a broadcast (${to})`,
    found: "none",
  });
}

async function checkSpellings(asker: DiscoveryAsker): Promise<void> {
  for (const request of OTHER_REQUESTS) await expectReply(asker, "discovery.any-json", request);
  await expectReply(asker, "discovery.more-fields", LONGER_REQUEST);
}

async function expectReply(asker: DiscoveryAsker, rule: RuleId, request: string): Promise<void> {
  const { replies } = await asker.send([request], { isOneEnough: true });
  asker.expect(rule, replies.length > 0, { expected: `a reply to ${JSON.stringify(request)}`, found: "none" });
}

/** The right request comes last, so that a single reply shows that the gateway ignored the others. */
async function checkIgnored(asker: DiscoveryAsker): Promise<void> {
  const { replies, rounds } = await asker.send([...NO_REQUESTS, REQUEST]);
  asker.expect("discovery.ignores", replies.length > 0 && replies.length <= rounds, {
    expected: `one reply to ${NO_REQUESTS.join(", ")} and ${REQUEST}`,
    found: `${replies.length}`,
  });
}

/** The usual client listens there while it asks from elsewhere (G27). */
async function checkSecondPort({ findings }: Session, asker: DiscoveryAsker): Promise<void> {
  const { address, ownAddress, port } = asker.where;
  const leaveOut = (why: string) => findings.leaveOut(["discovery.second-port"], why);
  if (address === ownAddress) return leaveOut("the gateway runs on this machine and uses the port");
  try {
    const { replies, rounds } = await asker.send([REQUEST], { onBothPorts: true });
    for (const reply of replies) asker.read(reply);
    const count = replies.filter(({ on }) => on === "discovery-port").length;
    asker.expect("discovery.second-port", count > 0 && count <= rounds, {
      expected: `one datagram to port ${port}`,
      found: counted(count, "datagram"),
    });
  } catch {
    leaveOut(`UDP port ${port} of this machine is in use`);
  }
}
