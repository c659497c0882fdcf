import type { Backend, BackendContext } from "../backend.ts";
import type { Source } from "../condition.ts";
import type { BridgeAddress } from "./bridge/link/transport.ts";
import { Zigbee2MqttBackend } from "./zigbee2mqtt-backend.ts";

export interface Zigbee2MqttOptions {
  readonly bridges: readonly BridgeAddress[];
  /** StateReport when a bridge is there for the first time, goes, and comes back. */
  readonly onSource: (source: Source) => void;
}

/** The lamps, groups and scenes of one Zigbee2MQTT or several. */
export function startZigbee2Mqtt(context: BackendContext, options: Zigbee2MqttOptions): Backend {
  const backend = new Zigbee2MqttBackend(context, options.onSource);
  backend.start(options.bridges);
  return backend;
}
