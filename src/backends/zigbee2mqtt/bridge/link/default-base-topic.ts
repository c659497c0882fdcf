/** Where Zigbee2MQTT speaks unless it is told otherwise. */
export const USUAL_BASE = "zigbee2mqtt";
