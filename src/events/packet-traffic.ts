import type { Packet } from "mqtt-packet";
import { type NotedTraffic, shownText } from "../shared/traffic-log.ts";

/** A packet of MQTT as it is shown to whoever looks at the traffic; user names and passwords, which may be keys, are not. */
export function shownPacket(packet: Packet, client: string): NotedTraffic {
  const common = { kind: "mqtt", from: client } as const;
  switch (packet.cmd) {
    case "publish": {
      const payload = Buffer.from(packet.payload);
      return { ...common, what: `PUBLISH ${packet.topic}`, body: shownText([payload]), bytes: payload.byteLength };
    }
    case "connect":
      return { ...common, what: `CONNECT ${packet.clientId}`, bytes: 0 };
    case "connack": {
      const refusal = packet.returnCode === 0 ? {} : { refusal: `return code ${packet.returnCode}` };
      return { ...common, what: "CONNACK", ...refusal, bytes: 0 };
    }
    case "subscribe":
      return { ...common, what: `SUBSCRIBE ${packet.subscriptions.map(({ topic }) => topic).join(", ")}`, bytes: 0 };
    case "unsubscribe":
      return { ...common, what: `UNSUBSCRIBE ${packet.unsubscriptions.join(", ")}`, bytes: 0 };
    default:
      return { ...common, what: packet.cmd.toUpperCase(), bytes: 0 };
  }
}
