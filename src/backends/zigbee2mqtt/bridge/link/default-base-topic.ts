/** Where Zigbee2MQTT speaks unless it is told otherwise. */
export const DEFAULT_BASE_TOPIC = "zigbee2mqtt";
