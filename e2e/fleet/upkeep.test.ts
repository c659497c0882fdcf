import { expect, test } from "vitest";
import { startLab } from "./fleet-lab.ts";
import type { Served } from "./served.ts";

/** Commands a lamp at a front all the time, one after the other. */
class Client {
  longestMillis = 0;
  #lastDoneAt = Date.now();
  #isEnded = false;
  readonly #over: Promise<void>;

  constructor(front: Served, key: string, light: string) {
    this.#over = this.#run(front, key, light);
  }

  async end(): Promise<number> {
    this.#isEnded = true;
    await this.#over;
    return this.longestMillis;
  }

  async #run(front: Served, key: string, light: string): Promise<void> {
    for (let brightness = 1; !this.#isEnded; brightness = (brightness % 100) + 1) {
      if ((await front.put(`light/${light}`, key, { on: 1, brightness })) === "done") {
        this.longestMillis = Math.max(this.longestMillis, Date.now() - this.#lastDoneAt);
        this.#lastDoneAt = Date.now();
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

test("servers are upgraded one after the other, a lost disk is replaced, and a fleet whose servers lost everything is restored", async () => {
  const { operator, cluster, gateways, fronts, key } = await startLab();
  const [front] = fronts;
  if (!front) throw new Error("there is no front");
  const all = async () => (await Promise.all(gateways.map((gateway) => gateway.list("light")))).flat().length;
  const shown = async () => (await front.list("light")).length;
  await expect.poll(shown).toBe(await all());
  const [light] = await front.list("light");
  const current = () => expect.poll(async () => (await operator.types("luxgate fleet servers")).status).toBe(0);

  // Upgrade without a gap.
  const client = new Client(front, key, light?.id ?? "");
  for (const server of cluster.servers) {
    await current();
    await server.kill("SIGTERM");
    await server.start();
  }
  await current();
  expect(await client.end()).toBeLessThan(5_000);

  // Replace a server whose disk was lost.
  const [lost] = cluster.servers;
  await lost?.kill();
  lost?.wipe();
  await expect.poll(async () => (await operator.types("luxgate fleet servers")).status).toBe(2);
  await lost?.start();
  await current();

  // Back up and restore.
  const { mac } = JSON.parse((await operator.types("luxgate fleet status --json")).output);
  await operator.does("fleet backup fleet-backup.json");
  await Promise.all(cluster.servers.map((server) => server.kill()));
  for (const server of cluster.servers) server.wipe();
  await Promise.all(cluster.servers.map((server) => server.start()));
  await expect.poll(async () => (await operator.types("luxgate fleet setup")).status).toBe(0);
  await operator.does("fleet restore fleet-backup.json --yes");
  await expect.poll(shown).toBe(await all());
  const status = async () => JSON.parse((await operator.types("luxgate fleet status --json")).output);
  await expect.poll(status).toMatchObject({ mac, gateways: { all: 3, online: 3 }, problems: 0 });
  for (const one of fronts) {
    await expect.poll(() => one.put(`light/${light?.id}`, key, { on: 1, brightness: 7 })).toBe("done");
    expect((await one.list("bridge"))[0]).toMatchObject({ mac });
  }
}, 300_000);
