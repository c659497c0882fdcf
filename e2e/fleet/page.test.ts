import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ConfiguredServers } from "../../test/support/nats/configured-servers.ts";
import { natsServer } from "../../test/support/nats/nats-servers.ts";
import { FleetOperator } from "../support/fleet-operator.ts";

const PAGE = readFileSync("docs/fleet.md", "utf8");
const BLOCKS = [...PAGE.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
const HOSTS = ["nats-1.lan", "nats-2.lan", "nats-3.lan"];

test("every command of docs/fleet.md works, in its order, with three servers", async () => {
  const operator = new FleetOperator();
  const [init = "", ...others] = BLOCKS;
  expect(init).toContain("luxgate fleet init");
  expect(await operator.types(init)).toMatchObject({ status: 0, errors: "" });
  const files = [1, 2, 3].map((node) => join(operator.folder, `servers/three-nodes/node-${node}/nats-server.conf`));
  const servers = await ConfiguredServers.start(files, HOSTS);
  onTestFinished(() => servers.stop());
  operator.servers = servers.urls;

  const outputs: string[] = [];
  for (const block of others) {
    const { status, output, errors } = await operator.types(block);
    expect({ block, status, errors: errors.replace(/^This is the only time.*\n/, "") }).toEqual({
      block,
      status: 0,
      errors: "",
    });
    outputs.push(output);
  }
  const all = outputs.join("\n");
  expect(all).toContain("The fleet is set up. Three servers have a copy of all data.");
  expect(all).toMatch(/^SERVER +VERSION +CONNECTIONS +COPIES +LEADS$/m);
  expect(all).toMatch(/^Floor 1 +never connected/m);
  expect(readFileSync(join(operator.home, "nats-server.conf"), "utf8").match(/credentials: /g)).toHaveLength(2);

  const status = await operator.types("luxgate fleet status --json");
  expect({ ...status, output: JSON.parse(status.output) }).toMatchObject({
    status: 2,
    output: { name: "Grand Hotel", buckets: [{ copies: [{}, {}, {}] }, { copies: [{}, {}, {}] }] },
  });

  const refusals: readonly (readonly [string, RegExp])[] = [
    ["luxgate fleet init", /is not empty/],
    ['luxgate fleet add "FLOOR 1"', /already a gateway called/],
    ['luxgate fleet remove "Flor 1" --yes', /did you mean "Floor 1"/],
    ['luxgate fleet remove "Floor 1"', /Add --yes/],
    ["luxgate fleet gateways --folder elsewhere", /luxgate fleet init/],
    ["luxgate fleet gateways --nats nats://127.0.0.1:1", /No nats-server answers/],
    ["luxgate fleet keys wibble", /Use one of: list, add, revoke/],
    ["luxgate fleet leaf .config/luxgate/fleet/credentials/floor-1*.creds", /not for a leaf node/],
    ["rm .config/luxgate/fleet/gateway-signing.seed; luxgate fleet add Attic", /Copy it back/],
  ];
  for (const [line, words] of refusals) {
    const { status, errors } = await operator.types(line);
    expect({ line, status }).toEqual({ line, status: 1 });
    expect(errors).toMatch(words);
  }
}, 300_000);

test("lists of a fleet are for programs too", async () => {
  const operator = new FleetOperator();
  expect(await operator.types("luxgate fleet init fleet --json")).toMatchObject({ status: 0 });
  const servers = await ConfiguredServers.start([join(operator.home, "fleet/servers/one-node/nats-server.conf")]);
  onTestFinished(() => servers.stop());
  operator.servers = servers.urls;
  const luxgate = async (args: string) => {
    const { status, output, errors } = await operator.types(`luxgate fleet ${args} --folder fleet`);
    expect({ args, status, errors }).toEqual({ args, status: 0, errors: "" });
    return output;
  };
  await luxgate("setup --json");
  const added = JSON.parse(await luxgate("add 'Floor 1' --json"));
  expect(added).toMatchObject({ name: "Floor 1", id: expect.stringMatching(/^g[a-z2-7]{12}$/) });
  const { key } = JSON.parse(await luxgate("keys add 'acme#panel' --json"));
  const [view] = JSON.parse(await luxgate("keys list --json"));
  expect(view).toMatchObject({ name: "acme#panel", lastUsedAt: null });
  expect(JSON.stringify(view)).not.toContain(key);
  expect(await luxgate("gateways --csv")).toMatch(/^name,state,.*\nFloor 1,never connected,/);
  expect(JSON.parse(await luxgate("servers --json"))).toEqual([
    expect.objectContaining({ name: "nats-1", copies: "current", leads: ["fleet", "keys"] }),
  ]);
  await luxgate("add-front");
  expect(JSON.parse(await luxgate("fronts --json"))).toHaveLength(1);
}, 120_000);

test("three servers run on one machine as docs/fleet.md says", async () => {
  const operator = new FleetOperator();
  const [init = ""] = BLOCKS;
  expect(await operator.types(init)).toMatchObject({ status: 0 });
  const [, lines = ""] = /### Three servers on one machine.*?```\n(.*?)```/s.exec(PAGE) ?? [];
  // Ports that are free here, and a way to end the servers.
  const prefix = randomInt(200, 290);
  const here = lines
    .replaceAll(/127\.0\.0\.1:(422|742|622)/g, (_, port: string) => `127.0.0.1:${prefix}${port[0]}`)
    .replace("nats-server -c", `${natsServer()} -P ~/nats-$n.pid -c`);
  const setUp = "until luxgate fleet setup > setup.txt 2>&1; do :; done\ncat setup.txt\nluxgate fleet servers";
  const { status, output } = await operator.types(`${here}\n${setUp}`);
  const ended = await operator.types("for file in ~/nats-*.pid; do kill $(cat $file); done");
  expect(ended).toMatchObject({ status: 0, errors: "" });
  expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining("Three servers have a copy") });
  expect(output.match(/^nats-[123] .* current /gm)).toHaveLength(3);
}, 120_000);
