import type { OperationName } from "../../core/contract/operations.ts";
import { Durations } from "../../shared/durations.ts";
import { byLabel, type Families, type MeasuredProgram, one, type Sample } from "./family.ts";

/** What clients ask for, and how they are told of events. */
export const NETWORK_FAMILIES = {
  luxgate_http_requests_total: {
    type: "counter",
    help: "Requests by operation, outcome and lane.",
    labels: ["operation", "outcome", "lane"],
    read: ({ running }) =>
      (running.http.meter?.tallies ?? []).flatMap(({ operation, lane, outcomes }) =>
        outcomes.map(([outcome, value]) => ({ labels: { operation, outcome, lane }, value })),
      ),
  },
  luxgate_http_request_duration_seconds: {
    type: "histogram",
    help: "Time from a request until its response is written to the socket, by operation.",
    labels: ["operation"],
    read: ({ running }) => durationsByOperation(running),
  },
  luxgate_http_connections: {
    type: "gauge",
    help: "Open HTTP connections by lane.",
    labels: ["lane"],
    read: ({ running }) => {
      const { open, inFastLane } = running.http.connections;
      return byLabel("lane", [
        ["fast", inFastLane],
        ["ordinary", open - inFastLane],
      ]);
    },
  },
  luxgate_http_connections_accepted_total: {
    type: "counter",
    help: "All HTTP connections since the start, including those that were closed because of a limit.",
    read: ({ running }) => one(running.http.connections.accepted),
  },
  luxgate_http_connections_refused_total: {
    type: "counter",
    help: "HTTP connections closed because of a limit.",
    labels: ["reason"],
    read: ({ running }) => byLabel("reason", Object.entries(running.http.connections.refused)),
  },
  luxgate_http_responses_in_flight: {
    type: "gauge",
    help: "Responses that are not yet fully written to the kernel.",
    read: ({ running }) => one(running.http.responsesInFlight),
  },
  luxgate_http_event_streams: {
    type: "gauge",
    help: "Clients that follow events over HTTP.",
    read: ({ running }) => one(running.http.eventStreams),
  },
  luxgate_port_open: {
    type: "gauge",
    help: "1 while the discovery or MQTT port is open, 0 while another program uses it. Absent if the port is disabled.",
    labels: ["port"],
    read: ({ running: { discovery, events } }) =>
      byLabel(
        "port",
        Object.entries({ discovery, ...(events.mqtt && { mqtt: events.mqtt }) }).map(([name, { port }]) => [
          name,
          Number(port !== undefined),
        ]),
      ),
  },
  luxgate_mqtt_clients: {
    type: "gauge",
    help: "Clients of the gateway's own MQTT broker.",
    read: ({ running }) => one(running.events.mqtt?.clients ?? 0),
  },
  luxgate_mqtt_clients_refused_total: {
    type: "counter",
    help: "MQTT clients refused or disconnected because of their key or too many connections.",
    labels: ["reason"],
    read: ({ running }) => byLabel("reason", running.events.refused),
  },
  luxgate_mqtt_broker_connected: {
    type: "gauge",
    help: "1 while the broker of --mqtt-url is connected, 0 while it is not. Absent without --mqtt-url.",
    read: ({ running: { events } }) =>
      events.publisher ? one(Number(events.publisher.state?.connected === true)) : [],
  },
  luxgate_fleet_connected: {
    type: "gauge",
    help: "1 while the gateway is a member of its fleet, 0 while it is not. Absent without --fleet.",
    read: ({ fleet }) => (fleet ? one(Number(fleet.isMember)) : []),
  },
  luxgate_fleet_pending: {
    type: "gauge",
    help: "Resources that the gateway has not yet published to its fleet. Absent without --fleet.",
    read: ({ fleet }) => (fleet ? one(fleet.pending) : []),
  },
  luxgate_events_total: {
    type: "counter",
    help: "Events since the start.",
    read: ({ running }) => one(running.journal.count),
  },
  luxgate_events_behind: {
    type: "gauge",
    help: "Events that the slowest client has not yet received, by kind of client.",
    labels: ["reader"],
    read: (program) => slowestReaders(program, (id) => program.eventAges.behind(id)),
  },
  luxgate_event_lag_seconds: {
    type: "gauge",
    help: "Age of the oldest event that the slowest client has not yet received, by kind of client. 0 if there is none.",
    labels: ["reader"],
    read: (program) => slowestReaders(program, (id) => program.eventAges.millisSince(id) / 1000),
  },
} as const satisfies Families;

function durationsByOperation({ http }: MeasuredProgram["running"]): readonly Sample<Durations>[] {
  const byOperation = new Map<OperationName, Durations>();
  for (const { operation, durations } of http.meter?.tallies ?? []) {
    if (operation === "none") continue;
    byOperation.set(operation, Durations.sum([byOperation.get(operation) ?? new Durations(), durations]));
  }
  return [...byOperation].map(([operation, value]) => ({ labels: { operation }, value }));
}

/** A reader is there from its first client on: SSE clients, clients of our broker, and the broker of `--mqtt-url`. */
function slowestReaders({ running }: MeasuredProgram, figureOf: (id: number) => number): readonly Sample[] {
  const { http, events } = running;
  const readers = { sse: http.slowestReader, mqtt: events.mqtt?.slowestReader, broker: events.publisher?.acknowledged };
  const present = Object.entries(readers).filter((entry): entry is [string, number] => entry[1] !== undefined);
  return byLabel(
    "reader",
    present.map(([reader, id]) => [reader, figureOf(id)]),
  );
}
