import type { HomeCounts, StatusView } from "../../../edges/control/views/status-view.ts";
import { brokerProblem } from "../../../edges/mqtt/connection/broker-problem.ts";
import { counted } from "../../../shared/counted.ts";
import { duration } from "../../../shared/duration.ts";
import { printable } from "../../../shared/printable.ts";
import { localTime } from "../terminal/local-time.ts";
import { bridgeLine } from "./matter-words.ts";

const LABEL_WIDTH = 12;

/** How a gateway is, a line for each thing. */
export function statusLines(status: StatusView): readonly string[] {
  const { discovery, mdns, mqtt, broker, store, mac } = status;
  return [
    `Luxgate ${status.version}, process ${status.pid}, uptime ${duration(status.uptimeMillis)}`,
    ...about("not ready", ...status.notReady),
    ...doorLines(status),
    ...about("discovery", `${"port" in discovery ? `UDP port ${discovery.port}` : `off: ${discovery.off}`}, as ${mac}`),
    ...about("mdns", "off" in mdns ? `off: ${mdns.off}` : `${mdns.name}, at ${mdns.addresses.join(", ")}`),
    ...about(
      "events",
      `${"off" in mqtt ? `MQTT off: ${mqtt.off}` : `MQTT port ${mqtt.port}, ${counted(mqtt.clients, "client")}`}; ${counted(status.eventStreams, "event stream")}`,
      ...(broker ? [`${broker.url}${broker.trouble === null ? "" : `: not connected (${broker.trouble})`}`] : []),
    ),
    ...about("fleet", ...fleetLines(status)),
    ...about("matter", ...matterLines(status)),
    ...about("profile", ...(status.profile === "home" ? [] : [`${status.profile}: reads need a key`])),
    ...about("data folder", status.stateFolder),
    ...about("snapshot", store.lastSnapshot === null ? "none yet" : localTime(store.lastSnapshot)),
    ...about(
      "storage",
      ...(store.trouble === null ? [] : [`${store.trouble}; changes are refused until this is fixed`]),
    ),
    ...about("home", describeCounts(status.home)),
    ...about("offline", ...offlineLines(status)),
    ...about("zigbee2mqtt", ...status.sources.map(sourceLine)),
    ...about("problems", ...problemLines(status)),
    ...about("keys", status.keys === 0 ? "no clients paired" : `${counted(status.keys, "client")} paired`),
    ...about("pairing", openFor(status.pairingMillisLeft)),
    ...about("joining", openFor(status.joiningMillisLeft)),
    ...about("simulated", ...(status.moods?.length === 0 ? ["no active faults"] : (status.moods ?? []))),
    ...about("recovered", ...status.recovered),
  ];
}

function doorLines({ http, page, https, metrics }: StatusView): readonly string[] {
  return [
    ...about("http", `${http.address}, port ${http.port}${https ? `; HTTPS port ${https.port}` : ""}`),
    ...about("web page", ...(page ? [page.join("  ")] : [])),
    ...about("metrics", ...(metrics ? [`${metrics.address}, port ${metrics.port}`] : [])),
  ];
}

/** "14 devices (1 not admitted, 1 offline), 11 lights (7 on), 1 sync box, 3 rooms, 5 scenes". */
export function describeCounts(counts: HomeCounts): string {
  const { strangers, offline, lightsOn } = counts;
  const odd = [...(strangers > 0 ? [`${strangers} not admitted`] : []), ...(offline > 0 ? [`${offline} offline`] : [])];
  return [
    `${counted(counts.devices, "device")}${odd.length > 0 ? ` (${odd.join(", ")})` : ""}`,
    `${counted(counts.lights, "light")}${lightsOn > 0 ? ` (${lightsOn} on)` : ""}`,
    ...(counts.syncBoxes > 0 ? [counted(counts.syncBoxes, "sync box")] : []),
    counted(counts.rooms, "room"),
    counted(counts.scenes, "scene"),
  ].join(", ");
}

/** "Porch (Entrance), Bedside right (Bedroom) and 12 more". */
function offlineLines({ offline, home }: StatusView): readonly string[] {
  if (offline.length === 0) return [];
  const more = home.offline - offline.length;
  const names = offline.map(({ name, room }) => (room === null ? name : `${name} (${room})`));
  return [`${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
}

function fleetLines({ fleet }: StatusView): readonly string[] {
  if (!fleet) return [];
  const { gateway, server, isMember, trouble, forMillis, pending } = fleet;
  const waiting = pending > 0 ? `; ${counted(pending, "resource")} not published yet` : "";
  if (trouble !== null) return [`${gateway}: ${trouble}, for ${duration(forMillis)}${waiting}`];
  return [`${gateway}, ${isMember ? "member" : "joining"}${server === null ? "" : ` at ${server}`}${waiting}`];
}

const matterLines = ({ matter }: StatusView): readonly string[] => (matter ? [bridgeLine(matter)] : []);

function sourceLine({ name, words, trouble }: StatusView["sources"][number]): string {
  return `${name}: ${trouble === null ? words || "no messages received yet" : `unreachable: ${brokerProblem(trouble)}`}`;
}

function problemLines({ sources, problems }: StatusView): readonly string[] {
  if (problems > 0) return [`${problems}, see luxgate status --problems`];
  return sources.length > 0 ? ["none"] : [];
}

/** A label before the first of some lines. */
export const about = (label: string, ...lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => `  ${(index === 0 ? label : "").padEnd(LABEL_WIDTH)}${printable(line)}`);

const openFor = (millisLeft: number): string =>
  millisLeft > 0 ? `open for ${(millisLeft / 1000).toFixed(1)} s` : "closed";
