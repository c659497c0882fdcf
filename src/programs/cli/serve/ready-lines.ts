import { DISCOVERY_PORT, HTTP_PORT, MQTT_PORT } from "../../../core/contract/ports.ts";
import { VERSION } from "../../../runtime/package.ts";
import type { RunningGateway } from "../../../runtime/start-gateway.ts";
import { counted } from "../../../shared/counted.ts";
import { reachableAt } from "./reachable-at.ts";
import type { ServeOptions } from "./serve-command.ts";
import type { TypedCommand } from "./typed-command.ts";

interface ReadyOptions extends Pick<ServeOptions, "host" | "matter" | "matterPort"> {
  readonly folder: string;
  readonly typed: TypedCommand;
}

/** The lines printed once the gateway serves: the first line shows that it is ready, and its address. */
export function readyLines(
  { gateway, backend, http, events, discovery }: RunningGateway,
  options: ReadyOptions,
): readonly string[] {
  const { home, identity } = gateway;
  const [first, ...others] = reachableAt(options.host, http.port);
  const inside = [
    counted(home.devices.all().length, "device"),
    counted(home.lights.all().length, "light"),
    counted(home.rooms.all().filter(({ kind }) => kind === "normal").length, "room"),
    counted(home.scenes.all().length, "scene"),
  ].join(", ");
  return [
    `Luxgate ${VERSION} is ready at ${first}`,
    ...(others.length > 0 ? [`  also at     ${others.join("  ")}`] : []),
    ...(http.port === HTTP_PORT
      ? []
      : [`  clients     usually expect port ${HTTP_PORT}: give them the address with port ${http.port}`]),
    `  discovery   ${discovery.port === undefined ? "" : "UDP "}${portOf(discovery, DISCOVERY_PORT)}, as ${identity.mac}`,
    `  events      ${events.mqtt ? `MQTT ${portOf(events.mqtt, MQTT_PORT)}, and ` : ""}/eventstream/clip/v2 over HTTP`,
    `  home        ${inside}`,
    ...(options.matter ? [`  matter      ${matterWords(options)}`] : []),
    ...backend.condition().sources.map(({ name }) => `  lamps from  ${name}`),
    `  data folder ${options.folder}`,
    ...(http.door ? [`  web page    run: ${options.typed("open")}`] : []),
    `  pairing     press Enter, or run: ${options.typed("press")}, or: kill -USR2 ${process.pid}`,
  ];
}

/** Usual clients expect one fixed port for each protocol. */
function portOf({ port }: { readonly port: number | undefined }, usual: number): string {
  if (port === undefined) return "off for now";
  return port === usual ? `port ${port}` : `port ${port} (clients usually expect ${usual})`;
}

/** The bridge goes online some seconds later. */
const matterWords = ({ matterPort, typed }: ReadyOptions): string =>
  `${matterPort === 0 ? "a free UDP port" : `UDP port ${matterPort}`}; to pair an ecosystem, run: ${typed("matter pair")}`;
