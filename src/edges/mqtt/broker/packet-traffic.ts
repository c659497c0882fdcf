import type { Packet } from "mqtt-packet";
import { shownTarget } from "../../../shared/shown-target.ts";
import type { TrafficCaller } from "../../../shared/traffic-entry.ts";
import { type NotedTraffic, shownText } from "../../../shared/traffic-log.ts";
import { CONNACK, REFUSED_FILTER } from "./client-protocol.ts";
import type { Session } from "./session.ts";

type Client = Pick<Session, "who" | "hasCredentials">;

/** Why a client was not let in, by the return code. */
const WHY_REFUSED: Readonly<Record<number, string>> = {
  [CONNACK.unacceptableVersion]: "unsupported MQTT version: use 3.1 or 3.1.1",
  [CONNACK.identifierRejected]: "the client id is too long for MQTT 3.1",
  [CONNACK.notAuthorized]: "a valid key is required as the user name or password",
};

/**
 * A packet of MQTT as it is shown to whoever looks at the traffic: without user names and passwords, which may be keys,
 * and without whatever in a client id or a topic may be one.
 */
export function shownPacket(packet: Packet, from: string, client: Client): NotedTraffic {
  const by = callerOf(packet, client);
  const common = { kind: "mqtt", from, ...(by ? { by } : {}), bytes: 0 } as const;
  switch (packet.cmd) {
    case "publish": {
      const payload = Buffer.from(packet.payload);
      return {
        ...common,
        what: `PUBLISH ${shownTarget(packet.topic)}`,
        body: shownText([payload]),
        bytes: payload.byteLength,
      };
    }
    case "connect":
      return { ...common, what: `CONNECT ${shownTarget(packet.clientId)}` };
    case "connack":
      return { ...common, what: "CONNACK", ...connectRefusal(packet.returnCode) };
    case "subscribe":
      return { ...common, what: `SUBSCRIBE ${shownTopics(packet.subscriptions.map(({ topic }) => topic))}` };
    case "suback": {
      const isRefused = packet.granted.some((granted) => granted === REFUSED_FILTER);
      return {
        ...common,
        what: "SUBACK",
        ...(isRefused ? { code: REFUSED_FILTER, refusal: "a filter was not granted" } : {}),
      };
    }
    case "unsubscribe":
      return { ...common, what: `UNSUBSCRIBE ${shownTopics(packet.unsubscriptions)}` };
    default:
      return { ...common, what: packet.cmd.toUpperCase() };
  }
}

/** More topics than anybody reads; a packet may have thousands. */
const MOST_TOPICS = 10;

const shownTopics = (topics: readonly string[]): string =>
  [...topics.slice(0, MOST_TOPICS).map(shownTarget), ...(topics.length > MOST_TOPICS ? ["…"] : [])].join(", ");

function connectRefusal(code = 0): { readonly code?: number; readonly refusal?: string } {
  return code === CONNACK.accepted ? {} : { code, refusal: WHY_REFUSED[code] ?? "refused" };
}

/** A client that is refused for its key has told a name, and nothing that proves it. */
function callerOf(packet: Packet, { who: { clientId }, hasCredentials }: Client): TrafficCaller | undefined {
  if (packet.cmd === "connack" && packet.returnCode === CONNACK.notAuthorized)
    return { kind: hasCredentials ? "wrong-key" : "no-key" };
  return clientId === "" ? undefined : { kind: "client", name: shownTarget(clientId) };
}
