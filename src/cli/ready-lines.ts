import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { ANY_ADDRESS } from "../discovery/networks.ts";
import { counted } from "../shared/counted.ts";
import { VERSION } from "./package.ts";
import type { RunningGateway } from "./start-gateway.ts";

/** What a person sees once the gateway serves: the first line says that it is ready, and where. */
export function readyLines(
  { gateway, backend, http, events, discovery }: RunningGateway,
  options: { readonly host: string; readonly folder: string },
): readonly string[] {
  const { home, identity } = gateway;
  const [first, ...others] = reachableAt(options.host).map((address) => `http://${bracketed(address)}:${http.port}`);
  const inside = [
    counted(home.devices.all().length, "device"),
    counted(home.lights.all().length, "light"),
    counted(home.rooms.all().filter(({ kind }) => kind === "normal").length, "room"),
    counted(home.scenes.all().length, "scene"),
  ].join(", ");
  return [
    `Luxgate ${VERSION} is ready at ${first}`,
    ...(others.length > 0 ? [`  also at     ${others.join("  ")}`] : []),
    `  discovery   ${discovery.port === undefined ? "off for now" : `UDP port ${discovery.port}`}, as ${identity.mac}`,
    `  events      ${events.mqtt ? `MQTT ${portOf(events.mqtt)}, and ` : ""}/eventstream/clip/v2 over HTTP`,
    `  home        ${inside}`,
    ...backend.condition().sources.map(({ name }) => `  lamps of    ${name}`),
    `  kept in     ${options.folder}`,
    `  pairing     press Enter, or: luxgate press, or: kill -USR2 ${process.pid}`,
  ];
}

const portOf = ({ port }: { readonly port: number | undefined }): string =>
  port === undefined ? "off for now" : `port ${port}`;

function reachableAt(host: string): readonly string[] {
  if (!ANY_ADDRESS.includes(host)) return [host];
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outward = own.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);
  return ["127.0.0.1", ...outward];
}

const bracketed = (address: string): string => (isIPv6(address) ? `[${address}]` : address);
