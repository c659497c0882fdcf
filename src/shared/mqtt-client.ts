import mqttClient from "mqtt/lib/client";

/** The MQTT client alone: the package's main module also loads WebSockets and SOCKS, which nothing here uses. */
export const { default: MqttClient } = mqttClient;
export type MqttClient = InstanceType<typeof MqttClient>;
