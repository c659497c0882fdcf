import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ConfiguredServers } from "../../test/support/nats/configured-servers.ts";
import { Hotel } from "../support/hotel.ts";
import { Program } from "../support/program.ts";
import { Served } from "./served.ts";

const HOSTS = ["nats-1.lan", "nats-2.lan", "nats-3.lan"];

test("a fleet moves from one server to three: identity, credentials and clients' keys stay, gateways publish again", async () => {
  const hotel = await Hotel.open();
  const { operator } = hotel;
  const one = await hotel.startGateway(1);
  await one.says(/Joined the fleet/);
  const front = await hotel.startFront("Front 1");
  const key = (await operator.does('fleet keys add "acme#panel"')).trim();
  const before = JSON.parse(await operator.does("fleet status --json"));
  expect(before).toMatchObject({ name: "Grand Hotel", mac: expect.stringMatching(/^02:/) });

  await operator.does("fleet backup fleet-backup.json");
  await operator.does(`fleet hosts ${HOSTS.join(",")}`);
  const files = [1, 2, 3].map((node) => join(operator.folder, `servers/three-nodes/node-${node}/nats-server.conf`));
  await Promise.all([one.stop(), front.stop()]);
  await hotel.servers.stop();
  const three = await ConfiguredServers.start(files, HOSTS);
  onTestFinished(() => three.stop());
  operator.servers = three.urls;
  expect(await operator.does("fleet setup")).toContain("Three servers have a copy of all data.");
  await operator.does("fleet restore fleet-backup.json --yes");

  const statusNow = async () => JSON.parse((await operator.types("luxgate fleet status --json")).output);
  expect(await statusNow()).toMatchObject({ name: before.name, mac: before.mac });
  const again = (program: Program, flag: string) => {
    const args = program.process.spawnargs.slice(program.process.spawnargs.indexOf("dist/luxgate.js") + 1);
    args[args.indexOf(flag) + 1] = three.urls.join(",");
    return Program.start(args);
  };
  const gateway = again(one, "--fleet");
  await gateway.says(/Joined the fleet/);
  const served = new Served("front", (await again(front, "--nats").ready()).url);
  await expect.poll(async () => (await served.list("light")).length).toBe(1);
  const [light] = await served.list("light");
  expect(await served.put(`light/${light?.id}`, key, { on: 1, brightness: 12 })).toBe("done");
  expect(await statusNow()).toMatchObject({
    problems: 0,
    buckets: [{ copies: [{}, {}, {}] }, { copies: [{}, {}, {}] }],
  });
}, 180_000);
