import { hostname } from "node:os";
import type { BrokerAddress } from "../../../edges/mqtt/connection/broker-address.ts";
import { ownAddresses } from "../../../shared/own-addresses.ts";
import type { ServeOptions } from "./serve-command.ts";

type MqttOptions = Pick<ServeOptions, "mqtt" | "mqttPort" | "backend">;

/**
 * The port of our own broker, undefined for none. A broker of this machine that `--backend` names keeps its port,
 * also while it does not run: else it could not come back, and we would connect to ourselves.
 */
export const ownMqttPort = ({ mqtt, mqttPort, backend }: MqttOptions): number | undefined =>
  mqtt && !backend.some(({ address: { broker } }) => broker && isHere(broker, mqttPort)) ? mqttPort : undefined;

/** Whether there is no broker of our own for that reason. */
export const leavesMqttPort = (options: MqttOptions): boolean => options.mqtt && ownMqttPort(options) === undefined;

function isHere(broker: BrokerAddress, port: number): boolean {
  if (broker.port !== port) return false;
  const host = broker.host.toLowerCase();
  const names = ["localhost", hostname().toLowerCase(), `${hostname().toLowerCase()}.local`, "::1"];
  return host.startsWith("127.") || names.includes(host) || ownAddresses().some(({ address }) => address === host);
}
