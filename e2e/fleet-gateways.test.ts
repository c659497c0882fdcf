import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ConfiguredServers } from "../test/support/nats/configured-servers.ts";
import { freePorts, NatsServer } from "../test/support/nats/nats-servers.ts";
import type { FleetOperator } from "./support/fleet-operator.ts";
import { Hotel } from "./support/hotel.ts";
import { FREE_PORTS_HERE, Program, temporaryFolder } from "./support/program.ts";

interface Light {
  readonly id: string;
  readonly on: number;
}

async function lightsOf(url: string): Promise<readonly Light[]> {
  const answer = await fetch(`${url}/clip/v2/resource/light`);
  const { data } = (await answer.json()) as { readonly data: { readonly arr: readonly Light[] } };
  return data.arr;
}

/** One lamp, which no other home has. */
function homeFile(name: string): string {
  const file = join(temporaryFolder(), "home.yaml");
  writeFileSync(file, `devices:\n  - { name: ${name}, product: colour bulb }\n`);
  return file;
}

test("gateways join with their credentials, directly and through a leaf node, and leave when they are removed", async () => {
  const hotel = await Hotel.open();
  const { operator, servers } = hotel;
  const floorGateway = await hotel.startGateway(1);
  const remote = JSON.parse(await operator.does('fleet add "Hut 1" --leaf --json'));
  const leaf = await leafNode(operator, servers, remote.credentials);
  const hutGateway = Program.serve([
    ...FREE_PORTS_HERE,
    ...["--home", homeFile("Hut lamp"), "--fleet", leaf.url, "--fleet-credentials", remote.credentials],
  ]);
  const [floor, hut] = [(await floorGateway.ready()).url, (await hutGateway.ready()).url];
  const states = async () => JSON.parse(await operator.does("fleet gateways --json")).map(stateOf);
  await expect.poll(states).toEqual(["Floor 1 online 1", "Hut 1 online 1"]);

  const { url } = await (await hotel.startFront("Front 1")).ready();
  const own = [...(await lightsOf(floor)), ...(await lightsOf(hut))].map(({ id }) => id).toSorted();
  await expect.poll(async () => (await lightsOf(url)).map(({ id }) => id).toSorted()).toEqual(own);

  const key = (await operator.does('fleet keys add "acme#panel"')).trim();
  for (const { id, on } of await lightsOf(url)) {
    const headers = { "application-key": key };
    const body = JSON.stringify({ on: 1 - on });
    const answer = await fetch(`${url}/clip/v2/resource/light/${id}`, { method: "PUT", headers, body });
    expect(await answer.json()).toMatchObject({ code: 0 });
  }

  await operator.does('fleet remove "Hut 1" --yes');
  await expect.poll(async () => (await lightsOf(url)).length).toBe(1);
  expect(await lightsOf(hut)).toHaveLength(1);
  await operator.does('fleet remove "Floor 1" --yes');
  await expect.poll(async () => (await lightsOf(url)).length).toBe(0);
  expect(await lightsOf(floor)).toHaveLength(1);
}, 120_000);

const stateOf = ({ name, state, lights }: Record<string, unknown>): string => `${name} ${state} ${lights}`;

/** A leaf node on the configuration that `luxgate fleet leaf` prints. */
async function leafNode(operator: FleetOperator, servers: ConfiguredServers, credentials: string): Promise<NatsServer> {
  const folder = join(operator.home, "leaf");
  mkdirSync(folder);
  const hub = servers.leafUrls.join(",");
  const where = `--credentials-folder ${join(operator.folder, "credentials")}`;
  const printed = await operator.does(`fleet leaf ${credentials} --hub ${hub} ${where}`);
  const [port = 0] = await freePorts(1);
  const server = new NatsServer(folder, port, printed.replace("0.0.0.0:4222", `127.0.0.1:${port}`));
  await server.start();
  onTestFinished(() => server.kill());
  return server;
}
