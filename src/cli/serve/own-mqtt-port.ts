import { hostname, networkInterfaces } from "node:os";
import type { BackendWish } from "./backend-option.ts";
import type { ServeOptions } from "./serve-options.ts";

type Wanted = Pick<ServeOptions, "mqtt" | "mqttPort" | "backend">;

/**
 * The port of our own broker, undefined for none. A broker of this machine that lamps are behind keeps its port, also
 * while it does not run: else it could not come back, and we would listen to ourselves.
 */
export const ownMqttPort = ({ mqtt, mqttPort, backend }: Wanted): number | undefined =>
  mqtt && !backend.some((wish) => isHere(wish, mqttPort)) ? mqttPort : undefined;

/** Whether there is none for that reason. */
export const leavesMqttPort = (wanted: Wanted): boolean => wanted.mqtt && ownMqttPort(wanted) === undefined;

function isHere(wish: BackendWish, port: number): boolean {
  if (wish.through !== "broker" || wish.broker.port !== port) return false;
  const host = wish.broker.host.toLowerCase();
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const names = ["localhost", hostname().toLowerCase(), `${hostname().toLowerCase()}.local`, "::1"];
  return host.startsWith("127.") || names.includes(host) || own.some(({ address }) => address === host);
}
