import type { Rate } from "../../../shared/token-bucket.ts";
import type { Window } from "../messages/in-flight.ts";

/** What a client may take of the broker's time and memory. */
export interface MqttLimits {
  readonly connections: number;
  /** Connections that have not sent CONNECT so far, among these. */
  readonly unprovenConnections: number;
  /** One packet from a client. */
  readonly packetBytes: number;
  /** Packets from a client without acknowledgements, of which it owes one for each message. */
  readonly packets: Rate;
  readonly subscriptions: number;
  /** In one packet, granted or not. */
  readonly filtersInPacket: number;
  /** From the connection of a client to its CONNECT. */
  readonly connectSeconds: number;
  /** For clients whose CONNECT has a keep-alive of 0. */
  readonly keepAliveSeconds: number;
  /** How long a client may leave all of its messages unacknowledged. */
  readonly stallSeconds: number;
  /** The most that is sent to a client and not acknowledged. */
  readonly window: Window;
}

export const MQTT_LIMITS: MqttLimits = {
  connections: 500,
  unprovenConnections: 100,
  packetBytes: 16 * 1024,
  packets: { perSecond: 10, burst: 100 },
  subscriptions: 32,
  filtersInPacket: 128,
  connectSeconds: 5,
  keepAliveSeconds: 300,
  stallSeconds: 10,
  window: { messages: 32, bytes: 256 * 1024 },
};
