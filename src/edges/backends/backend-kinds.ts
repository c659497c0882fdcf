import type { BackendKind } from "./backend-kind.ts";
import { RECORDED_ZIGBEE2MQTT, ZIGBEE2MQTT } from "./zigbee2mqtt/backend-kinds.ts";

/** Every kind of back end that `luxgate serve` can be given, beside the simulated devices of a home file. */
export const BACKEND_KINDS: readonly BackendKind[] = [ZIGBEE2MQTT, RECORDED_ZIGBEE2MQTT];
