import type { Rate } from "../home/bucket.ts";
import type { Window } from "./in-flight.ts";

/** What a client may take of the broker's time and memory. */
export interface MqttLimits {
  readonly connections: number;
  /** Of these, those that have not said CONNECT so far. */
  readonly unprovenConnections: number;
  /** One packet from a client. */
  readonly packetBytes: number;
  /** Packets from a client, acknowledgements apart: it owes one of those for each message. */
  readonly packets: Rate;
  readonly subscriptions: number;
  /** From the moment a client is there until it has said who it is. */
  readonly connectSeconds: number;
  /** For clients that name none. */
  readonly keepAliveSeconds: number;
  /** How long a client may be given messages and acknowledge none. */
  readonly stallSeconds: number;
  /** What a client is given before it acknowledges. */
  readonly window: Window;
}

export const MQTT_LIMITS: MqttLimits = {
  connections: 500,
  unprovenConnections: 100,
  packetBytes: 16 * 1024,
  packets: { perSecond: 10, burst: 100 },
  subscriptions: 32,
  connectSeconds: 5,
  keepAliveSeconds: 300,
  stallSeconds: 10,
  window: { messages: 32, bytes: 256 * 1024 },
};
