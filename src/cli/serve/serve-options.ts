import type { Profile } from "../../http/profile.ts";
import type { BrokerAddress } from "../../mqtt/broker-address.ts";
import type { BackendWish } from "./backend-option.ts";

/** What `luxgate serve` was told. */
export interface ServeOptions {
  readonly httpPort: number;
  readonly discoveryPort: number;
  readonly mqttPort: number;
  /** False for no broker of our own. */
  readonly mqtt: boolean;
  /** False for no word of how everything is to clients that subscribe there. */
  readonly mqttResync: boolean;
  readonly mqttUrl?: BrokerAddress;
  /** The text of a certificate. */
  readonly mqttCa?: string;
  readonly host: string;
  readonly dataDir?: string;
  readonly home: string;
  /** The Zigbee2MQTTs whose lamps are served; none for simulated ones. */
  readonly backend: readonly BackendWish[];
  /** The text of a certificate. */
  readonly backendCa?: string;
  readonly advertiseIp?: string;
  readonly mac?: string;
  readonly button?: string;
  readonly allowHost: readonly string[];
  readonly profile: Profile;
  readonly mdns: boolean;
  readonly mdnsType: string;
  readonly mdnsName?: string;
}
