import type { Home } from "../../../core/home/home.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { TrafficLog } from "../../../shared/traffic-log.ts";
import type { MessageLog } from "../messages/message-log.ts";
import type { RefusedClient } from "./client-protocol.ts";
import type { MqttLimits } from "./limits.ts";

export interface BrokerOptions {
  readonly clock: Clock;
  readonly limits: MqttLimits;
  readonly messages: MessageLog;
  readonly home: Home;
  /** Whether clients that subscribe get a resync; if not, only events from then on. */
  readonly resync: boolean;
  /** Where a client that reached us at an address of ours reaches us over HTTP, such as `http://192.168.1.20:8080`. */
  readonly origin: (ownAddress: string) => string;
  /** Whether a user name or password is a key; without this every client is accepted. */
  readonly isKey?: ((key: string, clientAddress: string) => boolean) | undefined;
  /** Called for every client that is refused because of its key, or because too many connections are open. */
  readonly onRefused: (refused: RefusedClient) => void;
  readonly onFault: (fault: unknown) => void;
  /** Is shown each packet, while somebody looks. */
  readonly traffic?: TrafficLog | undefined;
}
