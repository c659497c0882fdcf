import type { HomeCounts, StatusView } from "../../../edges/control/views/status-view.ts";
import { brokerProblem } from "../../../edges/mqtt/connection/broker-problem.ts";
import { counted } from "../../../shared/counted.ts";
import { duration } from "../../../shared/duration.ts";
import { printable } from "../../../shared/printable.ts";
import { localTime } from "../terminal/local-time.ts";

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
    ...about("profile", ...(status.profile === "home" ? [] : [`${status.profile}: reads need a key`])),
    ...about("data folder", status.stateFolder),
    ...about("snapshot", store.lastSnapshot === null ? "none yet" : localTime(store.lastSnapshot)),
    ...about(
      "storage",
      ...(store.trouble === null ? [] : [`${store.trouble}; changes are refused until this is fixed`]),
    ),
    ...about("home", describeCounts(status.home)),
    ...about("zigbee2mqtt", ...status.sources.map(sourceLine)),
    ...about("problems", ...problemLines(status)),
    ...about("keys", status.keys === 0 ? "no clients paired" : `${counted(status.keys, "client")} paired`),
    ...about("pairing", openFor(status.pairingMillisLeft)),
    ...about("joining", openFor(status.joiningMillisLeft)),
    ...about("simulated", ...(status.moods?.length === 0 ? ["no active faults"] : (status.moods ?? []))),
    ...about("recovered", ...status.recovered),
  ];
}

function doorLines({ http, https, metrics }: StatusView): readonly string[] {
  return [
    ...about("http", `${http.address}, port ${http.port}${https ? `; HTTPS port ${https.port}` : ""}`),
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

function sourceLine({ name, words, trouble }: StatusView["sources"][number]): string {
  return `${name}: ${trouble === null ? words || "no messages received yet" : `unavailable: ${brokerProblem(trouble)}`}`;
}

function problemLines({ sources, problems }: StatusView): readonly string[] {
  if (problems > 0) return [`${problems}, see luxgate status --problems`];
  return sources.length > 0 ? ["none"] : [];
}

/** A label before the first of some lines. */
const about = (label: string, ...lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => `  ${(index === 0 ? label : "").padEnd(LABEL_WIDTH)}${printable(line)}`);

const openFor = (millisLeft: number): string =>
  millisLeft > 0 ? `open for ${(millisLeft / 1000).toFixed(1)} s` : "closed";
