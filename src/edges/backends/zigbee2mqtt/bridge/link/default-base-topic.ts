/** The base topic of Zigbee2MQTT unless it is configured otherwise. */
export const DEFAULT_BASE_TOPIC = "zigbee2mqtt";
