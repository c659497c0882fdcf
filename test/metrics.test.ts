import { readFileSync } from "node:fs";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { MetricsState } from "../src/runtime/metrics/listen.ts";
import { FAMILIES } from "../src/runtime/metrics/registry.ts";
import { type MetricsStartOptions, startMetrics } from "../src/runtime/metrics/start-metrics.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { runGateway, runGatewayOn } from "./support/gateway/running-gateway.ts";
import { SilentBackend } from "./support/gateway/silent-backend.ts";
import { HttpClient } from "./support/http/http-client.ts";
import { exchangeRaw, openRaw } from "./support/http/raw-connection.ts";
import { MemoryBridge } from "./support/matter/memory-bridge.ts";
import { CommandedStore } from "./support/store/commanded-store.ts";

type Running = Awaited<ReturnType<typeof runGatewayOn>>;

const LIGHTS = "/clip/v2/resource/light";

let scraped: readonly string[] = [];
const states: MetricsState[] = [];

beforeEach(() => {
  states.length = 0;
});

async function metricsOf(
  running: Running,
  port = 0,
  backups?: MetricsStartOptions["backups"],
  matter?: MetricsStartOptions["matter"],
): Promise<HttpClient> {
  const metrics = await startMetrics({
    host: "127.0.0.1",
    port,
    ownNames: [],
    running,
    backups,
    matter,
    version: "1.2.3",
    clock: running.clock,
    today: () => new Date("2026-11-16T20:00:00Z"),
    onState: (state) => states.push(state),
    onFault: (fault) => {
      throw fault;
    },
  });
  onTestFinished(async () => {
    await metrics.stop();
    await running.stop();
  });
  return new HttpClient(metrics.port ?? 0);
}

async function scrape(client: HttpClient): Promise<void> {
  const { status, bytes } = await client.send("/metrics");
  expect(status).toBe(200);
  scraped = bytes.toString("utf8").split("\n");
}

/** The value of a series, written as Prometheus has it. */
function value(series: string): number | undefined {
  const line = scraped.find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test("docs/operating.md lists every metric with its type, labels and meaning, and no other", async () => {
  const rows = readFileSync("docs/operating.md", "utf8").matchAll(
    /^\| `(luxgate_\w+)` \| (\w+) \| ([^|]+) \| ([^|]+) \|$/gm,
  );
  const documented = [...rows].map(([, name = "", type = "", labels = "", help = ""]) => {
    return { name, type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label), help };
  });
  expect(documented).toEqual(
    Object.entries(FAMILIES).map(([name, { type, labels = [], help }]) => ({ name, type, labels: [...labels], help })),
  );
});

test("every metric is exported under its name and type, with its labels and no others", async () => {
  await scrape(await metricsOf(await runGateway({ metersRequests: true })));
  const exported = scraped.filter((line) => line.startsWith("# TYPE ")).map((line) => line.slice("# TYPE ".length));
  expect(exported).toEqual(Object.entries(FAMILIES).map(([name, { type }]) => `${name} ${type}`));
  for (const line of scraped.filter((each) => each.startsWith("luxgate_"))) {
    const [, name = "", labels = ""] = /^(\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    const family = FAMILIES[name] ?? FAMILIES[line.split(/[{ ]/)[0] ?? ""];
    const found = [...labels.matchAll(/(\w+)="/g)].map(([, label = ""]) => label).filter((label) => label !== "le");
    expect(found.toSorted(), line).toEqual([...(family?.labels ?? [])].toSorted());
  }
});

test("requests are counted by operation, outcome and lane, and timed", async () => {
  const running = await runGateway({ metersRequests: true });
  const metrics = await metricsOf(running);
  const { key } = await PairedClient.of(running);
  const light = running.gateway.home.lights.all()[0]?.id;
  for (let at = 0; at < 20; at += 1) await (await fetch(`http://127.0.0.1:${running.http.port}${LIGHTS}`)).text();
  await running.client.send("/nowhere");
  await running.client.send(LIGHTS, { headers: { Host: "evil.example" } });
  await running.client.send(`${LIGHTS}/${light}`, { method: "PUT", body: '{"on":0}' });
  await running.client.send(`${LIGHTS}/${light}`, {
    method: "PUT",
    headers: { "application-key": key },
    body: '{"on":0}',
  });
  await exchangeRaw(running.http.port, "this is no HTTP\r\n\r\n");
  await scrape(metrics);
  const requests = "luxgate_http_requests_total";
  expect(value(`${requests}{operation="listLights",outcome="ok",lane="fast"}`)).toBe(20);
  expect(value(`${requests}{operation="none",outcome="not-found",lane="ordinary"}`)).toBe(1);
  expect(value(`${requests}{operation="listLights",outcome="foreign-host",lane="ordinary"}`)).toBe(1);
  expect(value(`${requests}{operation="setLight",outcome="key-needed",lane="ordinary"}`)).toBe(1);
  expect(value(`${requests}{operation="setLight",outcome="ok",lane="ordinary"}`)).toBe(1);
  expect(value(`${requests}{operation="none",outcome="malformed",lane="ordinary"}`)).toBe(1);
  const duration = "luxgate_http_request_duration_seconds";
  expect(value(`${duration}_count{operation="listLights"}`)).toBe(21);
  expect(value(`${duration}_bucket{operation="listLights",le="+Inf"}`)).toBe(21);
  expect(value("luxgate_http_connections_accepted_total")).toBe(running.http.connections.accepted);
});

test("without a meter no request is counted, and a reader of the fast lane is not wrapped", async () => {
  const running = await runGateway();
  const metrics = await metricsOf(running);
  await running.client.send(LIGHTS);
  await scrape(metrics);
  expect(running.http.meter).toBeUndefined();
  expect(scraped.filter((line) => line.startsWith("luxgate_http_requests_total"))).toEqual([]);
});

test("commands are pending until they are confirmed or put back", async () => {
  const running = await runGateway();
  const metrics = await metricsOf(running);
  const [first, second] = running.gateway.home.lights.all();
  if (!first || !second) throw new Error("there are two lights");
  running.backend.happen({ kind: "loseNext", deviceId: second.deviceId, count: 1 });
  await running.gateway.ask({ kind: "lightChanged", lightId: first.id, state: { on: !first.on } });
  await running.gateway.ask({ kind: "lightChanged", lightId: second.id, state: { on: !second.on } });
  await scrape(metrics);
  expect(value("luxgate_commands_pending")).toBe(2);
  running.clock.advance(11_000);
  await scrape(metrics);
  expect(value("luxgate_commands_pending")).toBe(0);
  expect(value("luxgate_commands_confirmed_total")).toBe(1);
  expect(value("luxgate_commands_put_back_total")).toBe(1);
});

test("a store that refuses is seen, with what it refused and what it took", async () => {
  const plain = await runGateway();
  const { contentsOf } = await import("../src/core/home/home.ts");
  const contents = contentsOf(plain.gateway.home);
  await plain.stop();
  const store = new CommandedStore(contents);
  const running = await runGateway({ contents, store });
  const metrics = await metricsOf(running);
  const light = running.gateway.home.lights.all()[0];
  if (!light) throw new Error("there is a light");
  await running.gateway.ask({ kind: "lightChanged", lightId: light.id, state: { on: !light.on } });
  await scrape(metrics);
  const taken = value("luxgate_store_commit_duration_seconds_count");
  expect(taken).toBeGreaterThan(0);
  expect(value("luxgate_store_writable")).toBe(1);
  store.refuse();
  expect(await running.gateway.ask({ kind: "lightChanged", lightId: light.id, state: { on: light.on } })).toBe(
    "not-stored",
  );
  await scrape(metrics);
  expect(value("luxgate_store_writable")).toBe(0);
  expect(value("luxgate_store_commits_refused_total")).toBe(1);
  expect(value("luxgate_store_commit_duration_seconds_count")).toBe(taken);
  expect(value("luxgate_store_pending_changes")).toBeGreaterThanOrEqual(0);
});

test("sources of devices are up or away, with their messages; lights count by their least fresh value", async () => {
  const sources = [
    { name: 'mqtt://a/"z"', description: "", problem: undefined, messages: { count: 7, lastMillis: 400 } },
    { name: "mqtt://b", description: "", problem: "it is away", messages: { count: 0, lastMillis: undefined } },
  ];
  const backend = new SilentBackend({
    sources,
    freshnessOf: () => ({ on: "confirmed", brightnessPercent: "assumed", colour: "confirmed" }),
  });
  const running = await runGatewayOn(() => backend);
  await scrape(await metricsOf(running));
  expect(value('luxgate_backend_up{source="mqtt://a/\\"z\\""}')).toBe(1);
  expect(value('luxgate_backend_up{source="mqtt://b"}')).toBe(0);
  expect(value('luxgate_backend_messages_total{source="mqtt://a/\\"z\\""}')).toBe(7);
  expect(value('luxgate_backend_last_message_age_seconds{source="mqtt://a/\\"z\\""}')).toBe(0.6);
  expect(value('luxgate_backend_last_message_age_seconds{source="mqtt://b"}')).toBeUndefined();
  expect(value('luxgate_lights{freshness="assumed"}')).toBe(running.gateway.home.lights.all().length);
  expect(value('luxgate_lights{freshness="confirmed"}')).toBe(0);
});

test("a client that follows events has no lag once it has them; metrics of readers that are not there are left out", async () => {
  const running = await runGateway();
  const metrics = await metricsOf(running);
  await scrape(metrics);
  expect(value('luxgate_event_lag_seconds{reader="sse"}')).toBeUndefined();
  expect(value('luxgate_event_lag_seconds{reader="broker"}')).toBeUndefined();
  expect(value("luxgate_mqtt_broker_connected")).toBeUndefined();
  const stream = await EventStreamClient.open({ port: running.http.port });
  await stream.until(() => stream.messages.length > 0);
  const light = running.gateway.home.lights.all()[0];
  if (!light) throw new Error("there is a light");
  const before = stream.messages.length;
  await running.gateway.ask({ kind: "lightChanged", lightId: light.id, state: { on: !light.on } });
  await stream.until(() => stream.messages.length > before);
  await scrape(metrics);
  expect(value("luxgate_events_total")).toBeGreaterThan(0);
  expect(value("luxgate_http_event_streams")).toBe(1);
  expect(value('luxgate_events_behind{reader="sse"}')).toBe(0);
  expect(value('luxgate_event_lag_seconds{reader="sse"}')).toBe(0);
});

test("devices count as offline for an hour once they are, however often the home changes meanwhile, until they are back or gone", async () => {
  const running = await runGateway();
  const metrics = await metricsOf(running);
  const idOf = (name: string) => {
    const device = running.gateway.home.devices.all().find((one) => one.name === name);
    if (!device) throw new Error(`there is a ${name}`);
    return device.id;
  };
  const [atStart, later, brief] = [idOf("Bedside right"), idOf("TV bar"), idOf("Worktop")];
  const minutes = async (count: number) => {
    running.clock.advance(count * 60_000);
    await scrape(metrics);
    return value("luxgate_devices_offline_for_an_hour");
  };
  running.backend.happen({ kind: "offline", deviceId: brief });
  expect(await minutes(30)).toBe(0);
  running.backend.happen({ kind: "offline", deviceId: later });
  running.backend.happen({ kind: "online", deviceId: brief });
  running.backend.happen({ kind: "offline", deviceId: brief });
  await running.gateway.ask({ kind: "deviceRenamed", deviceId: later, name: "Television" });
  expect(await minutes(29)).toBe(0);
  expect(await minutes(1)).toBe(1);
  expect(await minutes(30)).toBe(3);
  running.backend.happen({ kind: "online", deviceId: atStart });
  await running.gateway.ask({ kind: "deviceLeft", deviceId: later });
  expect(await minutes(0)).toBe(1);
});

test("backups have an age, an interval, and whether the last one failed; nothing of them is there without backups", async () => {
  const running = await runGateway();
  const condition = { everyMillis: 86_400_000, ageMillis: 90_000, hasFailed: true };
  await scrape(await metricsOf(running, 0, { condition }));
  expect(value("luxgate_backup_age_seconds")).toBe(90);
  expect(value("luxgate_backup_interval_seconds")).toBe(86_400);
  expect(value("luxgate_backup_failed")).toBe(1);
  const none = await runGateway();
  await scrape(await metricsOf(none));
  expect(scraped.filter((line) => line.startsWith("luxgate_backup"))).toEqual([]);
  const first = await runGateway();
  await scrape(await metricsOf(first, 0, { condition: { ...condition, ageMillis: undefined, hasFailed: false } }));
  expect([value("luxgate_backup_age_seconds"), value("luxgate_backup_failed")]).toEqual([undefined, 0]);
});

test("the Matter bridge has its state, lamps, ecosystems and commands; nothing of it is there without the bridge", async () => {
  const leftOut = [{ reason: "over-maximum", count: 2, names: ["Porch", "Shed"] }] as const;
  const bridge = new MemoryBridge({ lamps: 98, leftOut, sessions: 3, subscriptions: 1, commands: 7 });
  bridge.join();
  const metrics = await metricsOf(await runGateway(), 0, undefined, () => bridge.state());
  await scrape(metrics);
  const figures = ["online", "lamps", "fabrics", "sessions", "subscriptions", "commands_total"];
  expect(figures.map((name) => value(`luxgate_matter_${name}`))).toEqual([1, 98, 1, 3, 1, 7]);
  expect(value('luxgate_matter_lamps_left_out{reason="over-maximum"}')).toBe(2);
  expect(value('luxgate_matter_lamps_left_out{reason="not-admitted"}')).toBe(0);
  expect(value("luxgate_matter_refused_passcodes_total")).toBe(0);
  bridge.become({ phase: "failed", fabrics: undefined });
  await scrape(metrics);
  expect([value("luxgate_matter_online"), value("luxgate_matter_fabrics")]).toEqual([0, undefined]);
  await scrape(await metricsOf(await runGateway()));
  expect(scraped.filter((line) => line.startsWith("luxgate_matter"))).toEqual([]);
});

test("only /metrics is there, only to be read, and under no name of a web site", async () => {
  const metrics = await metricsOf(await runGateway());
  expect((await metrics.send("/")).status).toBe(404);
  expect((await metrics.send("/metrics", { method: "POST" })).status).toBe(405);
  expect((await metrics.send("/metrics", { headers: { Host: "evil.example" } })).status).toBe(421);
  expect((await metrics.send("/metrics", { method: "HEAD" })).status).toBe(200);
  expect((await metrics.send("/metrics?x=1")).status).toBe(200);
});

test("a port that is taken is tried again until it is free; the gateway serves on", async () => {
  const first = await runGateway();
  const taken = await startMetricsAlone(first);
  const running = await runGateway();
  await metricsOf(running, taken.port);
  expect(states).toEqual([{ listening: false, port: taken.port, reason: expect.any(String) }]);
  expect((await running.client.send(LIGHTS)).status).toBe(200);
  await taken.stop();
  running.clock.advance(2_000);
  await expect.poll(() => states.at(-1)).toEqual({ listening: true, port: taken.port });
});

async function startMetricsAlone(running: Running) {
  const metrics = await startMetrics({
    host: "127.0.0.1",
    port: 0,
    ownNames: [],
    running,
    version: "0",
    clock: running.clock,
    today: () => new Date(0),
    onState: () => undefined,
    onFault: () => undefined,
  });
  const stop = async () => {
    await metrics.stop();
    await running.stop();
  };
  return { port: metrics.port ?? 0, stop };
}

test("the dashboard and the alerts name metrics that are there, and the dashboard shows all but those it need not", () => {
  const dashboard = readFileSync("deploy/grafana/luxgate.json", "utf8");
  const rules = readFileSync("deploy/prometheus/luxgate.rules.yml", "utf8");
  const namedIn = (text: string) => [...text.matchAll(/luxgate_\w+/g)].map(([name]) => name.replace(/_bucket$/, ""));
  expect(namedIn(dashboard + rules).filter((name) => !Object.hasOwn(FAMILIES, name))).toEqual([]);
  const shown = new Set(namedIn(dashboard));
  expect(Object.keys(FAMILIES).filter((name) => !shown.has(name))).toEqual([
    "luxgate_http_connections_accepted_total",
    "luxgate_mqtt_broker_connected",
    "luxgate_fleet_connected",
    "luxgate_fleet_pending",
    "luxgate_events_behind",
    "luxgate_matter_online",
    "luxgate_matter_lamps",
    "luxgate_matter_lamps_left_out",
    "luxgate_matter_fabrics",
    "luxgate_matter_sessions",
    "luxgate_matter_subscriptions",
    "luxgate_matter_commands_total",
    "luxgate_matter_refused_passcodes_total",
    "luxgate_backup_interval_seconds",
  ]);
});

test("connections that do nothing lock no scraper out, however many there are", async () => {
  const metrics = await metricsOf(await runGateway());
  for (let opened = 0; opened < 100; opened += 1) {
    const socket = await openRaw(metrics.port);
    onTestFinished(() => void socket.destroy());
  }
  await scrape(metrics);
});

test("neither do clients that ask over and over and never read", async () => {
  const metrics = await metricsOf(await runGateway());
  for (let opened = 0; opened < 80; opened += 1) {
    const socket = await openRaw(metrics.port);
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined).pause();
    socket.write("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1_800));
  }
  await scrape(metrics);
});
