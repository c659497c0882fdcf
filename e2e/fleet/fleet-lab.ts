import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FleetOperator } from "../support/fleet-operator.ts";
import { FREE_PORTS_HERE, FRONT_PORTS_HERE, PROGRAM, Program, temporaryFolder } from "../support/program.ts";
import { Cluster } from "./cluster.ts";
import { keyOf, Served } from "./served.ts";
import type { Site } from "./site.ts";

const FLOORS = [1, 2, 3] as const;
/** Lamps that clients of the fleet command, at each gateway. */
const LAMPS = 10;

/** A gateway of the fleet, with its operator's commands and a client of its own. */
export interface LabGateway extends Served {
  readonly folder: string;
  /** The key of the gateway's own client. */
  readonly key: string;
  readonly program: Program;
  luxgate(...args: readonly string[]): Promise<void>;
}

/** A fleet of three gateways and two fronts on three servers, all of them the built programs. */
export interface FleetLab {
  readonly operator: FleetOperator;
  readonly cluster: Cluster;
  readonly gateways: readonly LabGateway[];
  readonly fronts: readonly Served[];
  /** The key of a client of the fleet. */
  readonly key: string;
  /** Kills all of it, before the test is over. */
  stop(): Promise<void>;
}

/** The last gateway is at the site, if there is one. */
export async function startLab(site?: Site): Promise<FleetLab> {
  const operator = new FleetOperator();
  await operator.does('fleet init --name "Grand Hotel" --hosts nats-1,nats-2,nats-3');
  const cluster = await Cluster.start(operator, site?.clusterAddress);
  operator.servers = cluster.urls;
  await operator.does("fleet setup");
  const gateways: LabGateway[] = [];
  for (const floor of FLOORS) {
    gateways.push(await startGateway({ operator, cluster, floor, site: floor === FLOORS.length ? site : undefined }));
  }
  const fronts: Served[] = [];
  const programs = gateways.map(({ program }) => program);
  for (const name of ["Front 1", "Front 2"]) {
    const { credentials } = JSON.parse(await operator.does(`fleet add-front "${name}" --json`));
    const nats = ["--nats", cluster.urls.join(","), "--credentials", credentials];
    const program = Program.start(["fleet", "serve", ...nats, ...FRONT_PORTS_HERE]);
    programs.push(program);
    fronts.push(new Served(name, (await program.ready()).url));
  }
  const key = (await operator.does('fleet keys add "acme#panel"')).trim();
  const stop = async () => {
    await Promise.all(programs.map((program) => program.stop("SIGKILL")));
    await cluster.stop();
  };
  return { operator, cluster, gateways, fronts, key, stop };
}

interface GatewayPlace {
  readonly operator: FleetOperator;
  readonly cluster: Cluster;
  readonly floor: number;
  readonly site: Site | undefined;
}

async function startGateway({ operator, cluster, floor, site }: GatewayPlace): Promise<LabGateway> {
  const { credentials } = JSON.parse(await operator.does(`fleet add "Floor ${floor}" --json`));
  const folder = temporaryFolder();
  const home = join(folder, "home.json");
  writeFileSync(home, JSON.stringify(homeOf(floor)));
  const data = join(folder, "data");
  const args = [
    "serve",
    ...["--home", home, "--data-dir", data, "--mac", `02:00:00:00:00:0${floor}`],
    ...["--fleet", cluster.urls.join(","), "--fleet-credentials", credentials],
  ];
  const program = site
    ? Program.startAs({ command: site.command(...PROGRAM) }, [...args, "--no-mdns"])
    : Program.start([...args, ...FREE_PORTS_HERE]);
  const { url } = await program.ready();
  const reached = site ? url.replace(/\/\/[^:/]+/, `//${site.gatewayAddress}`) : url;
  const luxgate = async (...given: readonly string[]) => {
    const command = Program.start([...given, "--data-dir", data]);
    command.process.stdin?.end();
    if ((await command.end()) !== 0) throw new Error(`luxgate ${given.join(" ")}: ${command.output}${command.errors}`);
  };
  await luxgate("press");
  return Object.assign(new Served(`Floor ${floor}`, reached), { folder, key: await keyOf(reached), program, luxgate });
}

/** The lamps that are commanded, one that the gateway's own client changes all the time, and one that goes. */
function homeOf(floor: number): object {
  const names = [...Array.from({ length: LAMPS }, (_, index) => `Lamp ${index + 1}`), "Beacon", "Spare"];
  const devices = names.map((name, index) => ({
    name: `${name} of floor ${floor}`,
    product: "colour bulb",
    serial: `F${floor}N${index + 1}`,
  }));
  const scenes = ["Evening", "Morning"].map((name) => ({ name: `${name} ${floor}`, colours: ["#ff8800", "#3366ff"] }));
  return { gateway: { name: `Floor ${floor}` }, rooms: [{ name: `Hall ${floor}`, devices, scenes }] };
}
