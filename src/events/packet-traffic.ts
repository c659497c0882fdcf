import type { Packet } from "mqtt-packet";
import type { TrafficCaller } from "../shared/traffic-caller.ts";
import { type NotedTraffic, shownText } from "../shared/traffic-log.ts";
import { CONNACK, REFUSED_FILTER } from "./client-protocol.ts";
import type { Session } from "./session.ts";

type Client = Pick<Session, "who" | "hasCredentials">;

/** Why a client was not let in, by the return code. */
const WHY_REFUSED: Readonly<Record<number, string>> = {
  [CONNACK.unacceptableVersion]: "this version of MQTT is not spoken here, but 3.1 and 3.1.1",
  [CONNACK.identifierRejected]: "the client id is too long for MQTT 3.1",
  [CONNACK.notAuthorized]: "this needs a right key as user name or password",
};

/** A packet of MQTT as it is shown to whoever looks at the traffic; user names and passwords, which may be keys, are not. */
export function shownPacket(packet: Packet, from: string, client: Client): NotedTraffic {
  const by = callerOf(packet, client);
  const common = { kind: "mqtt", from, ...(by ? { by } : {}), bytes: 0 } as const;
  switch (packet.cmd) {
    case "publish": {
      const payload = Buffer.from(packet.payload);
      return { ...common, what: `PUBLISH ${packet.topic}`, body: shownText([payload]), bytes: payload.byteLength };
    }
    case "connect":
      return { ...common, what: `CONNECT ${packet.clientId}` };
    case "connack":
      return { ...common, what: "CONNACK", ...connectRefusal(packet.returnCode) };
    case "subscribe":
      return { ...common, what: `SUBSCRIBE ${packet.subscriptions.map(({ topic }) => topic).join(", ")}` };
    case "suback": {
      const isRefused = packet.granted.some((granted) => granted === REFUSED_FILTER);
      return {
        ...common,
        what: "SUBACK",
        ...(isRefused ? { code: REFUSED_FILTER, refusal: "a filter was not granted" } : {}),
      };
    }
    case "unsubscribe":
      return { ...common, what: `UNSUBSCRIBE ${packet.unsubscriptions.join(", ")}` };
    default:
      return { ...common, what: packet.cmd.toUpperCase() };
  }
}

function connectRefusal(code = 0): { readonly code?: number; readonly refusal?: string } {
  return code === CONNACK.accepted ? {} : { code, refusal: WHY_REFUSED[code] ?? "refused" };
}

/** A client that is refused for its key has told a name, and nothing that proves it. */
function callerOf(packet: Packet, { who: { clientId }, hasCredentials }: Client): TrafficCaller | undefined {
  if (packet.cmd === "connack" && packet.returnCode === CONNACK.notAuthorized)
    return { kind: hasCredentials ? "wrong-key" : "no-key" };
  return clientId === "" ? undefined : { kind: "client", name: clientId };
}
