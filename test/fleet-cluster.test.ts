import { jetstreamManager } from "@nats-io/jetstream";
import { afterEach, expect, test, vi } from "vitest";
import { idFrom } from "../src/core/home/model/ids.ts";
import { makeBuckets } from "../src/edges/fleet/buckets.ts";
import { FLEET_BUCKET, streamOf } from "../src/edges/fleet/subjects.ts";
import { bucketStates } from "../src/programs/cli/fleet/bucket-states.ts";
import { serverProblems } from "../src/programs/cli/fleet/problem-list.ts";
import { serverList } from "../src/programs/cli/fleet/server-list.ts";
import { CommandedLamp } from "./support/fleet/commanded-lamp.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { type ServedGateway, servedGateway } from "./support/fleet/served-gateway.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";
import type { HttpClient } from "./support/http/http-client.ts";
import type { NatsServer } from "./support/nats/nats-servers.ts";

const KINDS = ["device", "light", "room", "scene"];
const ALL_CURRENT = ["current", "current", "current"];
const MOST_MILLIS = 20_000;

let fleet: TestFleet | undefined;
let gateways: readonly ServedGateway[] = [];
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await fleet?.stop();
  [fleet, gateways] = [undefined, []];
});

test("when the leading server of three is killed, a front goes on, nothing acknowledged is lost, and no ghost stays", async () => {
  fleet = await TestFleet.start(["g1", "g2"], 3);
  const running = fleet;
  gateways = await Promise.all([1, 2].map((floor) => servedGateway(running, `g${floor}`, floorHome(floor))));
  const { client } = await fleet.front();
  await soon(async () => expect(await client.list("light")).toHaveLength(6));
  const removed = floorHome(1).devices.find(({ name }) => name === "Lamp 1.3");
  const ids = (await client.list("light")).filter(({ name }) => name !== removed?.name).map(({ id }) => id);
  const key = await fleet.newKey();
  const lamps = ids.map((id) => new CommandedLamp(id, (path, body) => put(client, path, { key, body })));

  const isOver = new AbortController();
  const rounds = lamps.map((lamp) => lamp.commandUntil(isOver.signal));
  await soon(() => expect(Math.min(...lamps.map(({ done }) => done))).toBeGreaterThan(1));
  await (await leaderOf(fleet)).kill();
  gateways[0]?.gateway.submit({ kind: "deviceLeft", deviceId: idFrom(removed?.id ?? "") });
  const doneBefore = lamps.map(({ done }) => done);
  await soon(() => {
    for (const [index, { done }] of lamps.entries()) expect(done).toBeGreaterThan((doneBefore[index] ?? 0) + 3);
  });
  isOver.abort();
  await Promise.all(rounds);

  const lists = await Promise.all(gateways.map((gateway) => gateway.client.list("light")));
  for (const lamp of lamps) expect(lamp.mayBe).toContain(lists.flat().find(({ id }) => id === lamp.id)?.brightness);
  await soon(async () => expect(await shownAt(client)).toEqual(await shownBy(gateways)));
});

test("a set-up of new servers, of which one of three is missing, says that all of them must run", async () => {
  fleet = await TestFleet.start([], 3);
  const { operator, servers } = fleet;
  await Promise.all(servers.map((server) => server.kill()));
  for (const server of servers) server.wipe();
  await Promise.all(servers.slice(1).map((server) => server.start()));
  const isRefused = () => expect(makeBuckets(operator, 0)).rejects.toThrow("start those that are missing");
  // Until they have found one another, they do not answer, for 5 s each time.
  await vi.waitFor(isRefused, { timeout: 3 * MOST_MILLIS, interval: 50 });
});

test("a front at the last server of three says within seconds that nothing can be stored, and refuses commands in these words", async () => {
  fleet = await TestFleet.start(["g1"], 3);
  const running = fleet;
  gateways = [await servedGateway(fleet, "g1", floorHome(1))];
  const [last, ...others] = fleet.servers;
  const address = { ...fleet.address("front"), servers: [`127.0.0.1:${last?.port}`], name: "front" };
  const { client } = await fleet.front({ fleet: address });
  await soon(async () => expect(await client.list("light")).toHaveLength(3));
  const [light] = await client.list("light");
  const key = await fleet.newKey();
  await soon(async () => expect((await client.send("/readyz")).status).toBe(200));
  await Promise.all(others.map((server) => server.kill()));
  const downAt = performance.now();
  await soon(async () => {
    const { status, json } = await client.send("/readyz");
    expect({ status, text: JSON.stringify(json) }).toMatchObject({
      status: 503,
      text: expect.stringMatching(/most of/),
    });
  });
  expect(performance.now() - downAt).toBeLessThan(9_000);
  const refused = await client.send(`/clip/v2/resource/light/${light?.id}`, {
    method: "PUT",
    headers: { "application-key": key },
    body: '{"on":0}',
  });
  expect(refused.json.msg).toMatch(/most of the fleet's servers have not answered/);
  const gone = { version: null, connections: null, copies: "offline", leads: [] };
  expect(await serverList(fleet.operated)).toEqual([
    { ...gone, name: "n0", version: expect.any(String), connections: expect.any(Number), copies: "unknown" },
    { ...gone, name: "n1" },
    { ...gone, name: "n2" },
  ]);
  expect(serverProblems(await bucketStates(fleet.operated)).map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/fleet has no leader/),
    expect.stringMatching(/keys has no leader/),
    expect.stringMatching(/n1 is offline/),
    expect.stringMatching(/n2 is offline/),
  ]);
  await Promise.all(others.map((server) => server.start()));
  await soon(async () => expect((await client.send("/readyz")).status).toBe(200));
  await soon(async () => expect((await serverList(running.operated)).map(({ copies }) => copies)).toEqual(ALL_CURRENT));
});

const soon = (expectation: () => Promise<void> | void) =>
  vi.waitFor(expectation, { timeout: MOST_MILLIS, interval: 50 });

async function leaderOf({ operator, servers }: TestFleet): Promise<NatsServer> {
  const { cluster } = await (await jetstreamManager(operator)).streams.info(streamOf(FLEET_BUCKET));
  const leader = servers[Number(cluster?.leader?.slice(1))];
  if (!leader) throw new Error(`no server is called ${cluster?.leader}`);
  return leader;
}

async function put(client: HttpClient, path: string, { key, body }: { readonly key: string; readonly body: object }) {
  const headers = { "application-key": key };
  return (await client.send(`/clip/v2/resource/${path}`, { method: "PUT", headers, body: JSON.stringify(body) })).json;
}

/** All resources but the fleet's own device, as texts. */
async function shownAt(client: HttpClient): Promise<readonly string[]> {
  const lists = await Promise.all(KINDS.map((kind) => client.list(kind)));
  const resources = lists.flat().filter(({ name }) => name !== "Hotel");
  return resources.map((resource) => JSON.stringify(resource)).toSorted();
}

const shownBy = async (gateways: readonly ServedGateway[]): Promise<readonly string[]> =>
  (await Promise.all(gateways.map((gateway) => shownAt(gateway.client)))).flat().toSorted();
