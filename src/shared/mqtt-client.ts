import mqttClient from "mqtt/lib/client";

type Constructor = (typeof mqttClient)["default"];

/** Node and the bundler give the whole CommonJS module, vitest its default export. */
const imported: Constructor | { readonly default: Constructor } = mqttClient;

/** The MQTT client alone: the package's main module also loads WebSockets and SOCKS, which nothing here uses. */
export const MqttClient: Constructor = "default" in imported ? imported.default : imported;
export type MqttClient = InstanceType<Constructor>;
