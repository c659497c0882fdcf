import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connectAsync } from "mqtt";
import { expect, test } from "vitest";
import { Mosquitto } from "../support/mosquitto.ts";
import { temporaryFolder } from "../support/program.ts";
import { SmallDisk } from "../support/small-disk.ts";
import { portOfItsOwn } from "../support/tcp-ports.ts";
import { MeasuredGateway } from "./gateway.ts";
import { Prometheus } from "./prometheus.ts";

const LIGHTS = "/clip/v2/resource/light";
const DISK_KILOBYTES = 4_096;
/** Longer than anything must last, with the rules as they are here, before it is told. */
const QUIET_MILLIS = 12_000;

test("the alert rules are right by promtool, and so are their tests", () => {
  const folder = "deploy/prometheus";
  expect(execFileSync("promtool", ["check", "rules", `${folder}/luxgate.rules.yml`], { encoding: "utf8" })).toContain(
    "SUCCESS: 10 rules",
  );
  execFileSync("promtool", ["test", "rules", `${folder}/luxgate.rules.test.yml`], { stdio: "pipe" });
});

test("what a gateway exports is right by promtool", async () => {
  const gateway = await MeasuredGateway.start(temporaryFolder());
  await (await fetch(`${gateway.url}${LIGHTS}`)).text();
  const text = await (await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`)).text();
  execFileSync("promtool", ["check", "metrics"], { input: text, stdio: ["pipe", "pipe", "pipe"] });
});

test("every alert on what takes seconds fires when its cause is made, is over when that is, and none fires otherwise", async () => {
  const broker = await Mosquitto.start();
  await beZigbee2Mqtt(broker);
  const disk = SmallDisk.mounted(DISK_KILOBYTES);
  const lamps = await MeasuredGateway.start(temporaryFolder(), ["--backend", `${broker.url}/zigbee2mqtt`]);
  const mqttPort = await portOfItsOwn();
  const demo = await MeasuredGateway.start(disk.stateFolder, ["--mqtt-url", broker.url, "--mqtt-port", `${mqttPort}`]);
  const prometheus = await Prometheus.scraping({ lamps: lamps.metricsPort, demo: demo.metricsPort });
  const load = readAllTheTime(demo);

  await expect.poll(() => prometheus.query('up{job="luxgate"}')).toEqual({ lamps: 1, demo: 1 });
  await expect.poll(() => prometheus.query("luxgate_backend_up")).toEqual({ lamps: 1 });
  await expect.poll(() => prometheus.query("luxgate_mqtt_broker_connected")).toEqual({ demo: 1 });
  const rate = 'sum by (instance) (rate(luxgate_http_requests_total{operation="listLights",outcome="ok"}[10s]))';
  await expect.poll(() => prometheus.of("demo", rate)).toBeGreaterThan(1);
  await staysQuiet(prometheus);

  disk.fill();
  await refused(demo);
  await prometheus.fires("LuxgateStoreRefusesWrites demo");
  disk.makeRoom();
  await prometheus.fires();

  await broker.stop();
  await prometheus.fires("LuxgateBackendAway lamps");
  expect(await demo.luxgate("set", "Reading lamp", "33%")).toBe(0);
  await prometheus.fires("LuxgateBackendAway lamps", "LuxgateEventLag demo");
  await broker.start();
  await beZigbee2Mqtt(broker);
  await prometheus.fires();

  const stall = stallAgainAndAgain(demo);
  await prometheus.fires("LuxgateEventLoopLag demo");
  await stall.stop();
  await prometheus.fires();

  await load.stop();
  await demo.kill();
  await prometheus.fires("LuxgateDown demo");
  const other = await holdingPort(mqttPort);
  await demo.start();
  await prometheus.fires("LuxgatePortTaken demo");
  other.close();
  await prometheus.fires();
  for (let restart = 2; restart <= 3; restart += 1) {
    await demo.kill();
    await demo.start();
    await expect.poll(() => prometheus.of("demo", "changes(luxgate_start_time_seconds[2m])")).toBe(restart);
  }
  await prometheus.fires("LuxgateRestarts demo");
  await prometheus.fires();
  expect(await prometheus.problems()).toEqual([]);
});

/** Another program on a port of the gateway's. */
async function holdingPort(port: number): Promise<Server> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** What a Zigbee2MQTT without lamps leaves behind on its broker, which forgets it when it is stopped. */
async function beZigbee2Mqtt({ url }: Mosquitto): Promise<void> {
  const client = await connectAsync(url);
  const said = { state: { state: "online" }, devices: [], groups: [] };
  for (const [topic, payload] of Object.entries(said)) {
    await client.publishAsync(`zigbee2mqtt/bridge/${topic}`, JSON.stringify(payload), { retain: true, qos: 1 });
  }
  await client.endAsync();
}

/** Makes changes until one is refused: there is some room in files that are there already. */
async function refused(gateway: MeasuredGateway): Promise<void> {
  for (let at = 1; ; at += 1) {
    if ((await gateway.luxgate("device", "rename", "Reading lamp", `Reading lamp ${at}`)) !== 0) return;
    if ((await gateway.luxgate("device", "rename", `Reading lamp ${at}`, "Reading lamp")) !== 0) return;
  }
}

async function staysQuiet(prometheus: Prometheus): Promise<void> {
  const endMillis = performance.now() + QUIET_MILLIS;
  while (performance.now() < endMillis) {
    expect(await prometheus.firing()).toEqual([]);
    await pause(500);
  }
}

interface Lasting {
  stop(): Promise<void>;
}

function again(round: () => Promise<void>): Lasting {
  let isOver = false;
  const rounds = (async () => {
    while (!isOver) await round();
  })();
  return {
    stop: () => {
      isOver = true;
      return rounds;
    },
  };
}

/** Load, so that what is scraped is more than an idle gateway. */
const readAllTheTime = (gateway: MeasuredGateway): Lasting =>
  again(async () => {
    await (await fetch(`${gateway.url}${LIGHTS}`)).text();
    await pause(20);
  });

/** Not for so long that it would be taken for one that is down. */
const stallAgainAndAgain = (gateway: MeasuredGateway): Lasting =>
  again(async () => {
    gateway.signal("SIGSTOP");
    await pause(600);
    gateway.signal("SIGCONT");
    await pause(600);
  });
