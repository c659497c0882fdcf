import { expect, onTestFinished, test } from "vitest";
import { connect as connectInBrowser } from "../src/libraries/client/browser.ts";
import { connect, discover } from "../src/libraries/client/index.ts";
import { HurriedClock } from "./support/client/hurried-clock.ts";
import { LossyLine } from "./support/client/lossy-line.ts";
import { MovingGateway } from "./support/client/moving-gateway.ts";
import { type Answer, hangUp, json, OddGateway } from "./support/client/odd-gateway.ts";
import { Watcher } from "./support/client/watcher.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import { IDENTITY } from "./support/home/empty-gateway.ts";
import { UdpClient } from "./support/network/udp-client.ts";

const clock = new HurriedClock(20);

async function moving() {
  const gateway = await MovingGateway.start(clock);
  onTestFinished(async () => {
    await gateway.stop();
  });
  return gateway;
}

test("a client that was given an address asks once who is there, and finds it again elsewhere", async () => {
  const gateway = await moving();
  const targets: string[] = [];
  const { discoveryPort } = gateway;
  const client = connect(`http://${gateway.authority}`, {
    clock,
    discoveryPort,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      targets.push(new URL(String(url)).pathname);
      return response;
    },
  });
  for (let times = 0; times < 3; times += 1) expect((await client.listLights()).length).toBe(2);
  await expect.poll(() => targets.filter((target) => target.endsWith("/bridge")).length).toBe(1);
  await client.listLights();
  await (await gateway.stop())("127.0.0.3");
  expect((await client.listLights()).length).toBe(2);
  expect(client.address).toBe(`http://${gateway.authority}`);
  expect(client.address).toContain("127.0.0.3");
});

test("one that was discovered is known from the start; several calls look for it together", async () => {
  const gateway = await moving();
  const { discoveryPort } = gateway;
  const [found] = await discover({ port: discoveryPort, clock });
  expect(found).toMatchObject({ ip: "127.0.0.2", reset_id: IDENTITY.resetId });
  if (!found) return;
  const client = connect(found, { clock, discoveryPort, httpPort: gateway.running.http.port });
  await (await gateway.stop())("127.0.0.4");
  const [lights, devices] = await Promise.all([client.listLights(), client.listDevices()]);
  expect([lights.length, devices.length]).toEqual([2, 4]);
  expect(client.address).toContain("127.0.0.4");
});

test("watch follows it too", async () => {
  const gateway = await moving();
  const { discoveryPort } = gateway;
  const resetId = IDENTITY.resetId.toLowerCase();
  const client = connect(`http://${gateway.authority}`, { clock, discoveryPort, resetId });
  const watcher = new Watcher(client);
  await watcher.nth(1);
  await (await gateway.stop())("127.0.0.3");
  await expect
    .poll(() => watcher.states.at(-1))
    .toMatchObject({ state: "events", address: `http://${gateway.authority}` });
});

test("one that moves without a pause is read anew there, for pictures have other addresses", async () => {
  const gateway = await runGateway({ host: "0.0.0.0" });
  onTestFinished(() => gateway.stop());
  const line = new LossyLine();
  let gone = "nowhere";
  const client = connect(`http://127.0.0.2:${gateway.http.port}`, {
    clock,
    discoveryPort: gateway.discovery.port ?? 0,
    resetId: IDENTITY.resetId,
    fetch: async (url, init) => {
      if (String(url).includes(gone)) throw new TypeError("no route");
      return line.fetch(url, init);
    },
  });
  const watcher = new Watcher(client);
  const { home } = await watcher.nth(1);
  const hosts = () => new Set([...home.scenes.values()].map(({ picture_url }) => picture_url.split(":")[1]));
  expect(hosts()).toContain("//127.0.0.2");
  gone = "127.0.0.2";
  line.cut();
  await expect.poll(hosts).not.toContain("//127.0.0.2");
  expect(client.address).not.toContain("127.0.0.2");
});

/** Something on the discovery port that says of itself what a test likes. */
async function announcer(ip: string, resetId = IDENTITY.resetId): Promise<number> {
  const socket = await UdpClient.open();
  onTestFinished(() => socket.close());
  const data = {
    name: "",
    model: "",
    version: "",
    mac: "",
    ip,
    link_enabled: false,
    link_remian_ms: 0,
    reset_id: resetId,
  };
  socket.answer(JSON.stringify({ op: 102, data }));
  return socket.port;
}

/** A client whose gateway is gone, and that hears that it is at 127.0.0.1 now, where the test says what is. */
async function misled(resetId: string, answer: Parameters<typeof OddGateway.start>[0]) {
  const impostor = await OddGateway.start(answer);
  const discoveryPort = await announcer("127.0.0.1", resetId);
  const address = impostor.address.replace("127.0.0.1", "127.0.0.9");
  const client = connect(address, { clock, discoveryPort, resetId: IDENTITY.resetId, key: "secret" });
  return { impostor, client, address };
}

const bridge = (id: string) => json({ code: 0, msg: "success", data: { arr: [{ id }], obj: {} } });

test("somebody else is not believed, whoever says so, and is sent no key", async () => {
  const { impostor, client, address } = await misled(IDENTITY.resetId, bridge("SOMEBODY-ELSE"));
  await expect(client.listLights()).rejects.toMatchObject({ code: "unreachable" });
  expect(client.address).toBe(address);
  expect(impostor.asked.length).toBeGreaterThan(0);
  for (const { url, headers } of impostor.asked)
    expect([url, headers["application-key"]]).toEqual(["/clip/v2/resource/bridge", undefined]);
  const other = await misled("SOMEBODY-ELSE", bridge("SOMEBODY-ELSE"));
  await expect(other.client.listLights()).rejects.toMatchObject({ code: "unreachable" });
  expect(other.impostor.asked).toEqual([]);
  const silent = await misled(IDENTITY.resetId, hangUp);
  await expect(silent.client.listLights()).rejects.toMatchObject({ code: "unreachable" });
  expect(silent.client.address).toBe(silent.address);
});

test("a gateway that does not say who it is, for it has no such read or wants a key for it, is believed by what it announces", async () => {
  for (const answer of [
    json({ code: -1, msg: "not found", data: {} }, 404),
    json({ code: -401, msg: "a key" }),
    bridge(""),
  ]) {
    const { client, impostor } = await misled(IDENTITY.resetId, (request, response) => {
      if (request.url?.endsWith("/bridge")) answer(request, response);
      else json({ code: 0, data: { arr: [{ id: "A" }] } })(request, response);
    });
    expect(await client.listLights()).toEqual([{ id: "A" }]);
    expect(client.address).toBe(impostor.address);
  }
});

test("a gateway that has only what is in the document is found again, and a server that is none is not believed", async () => {
  const documented = await misled(IDENTITY.resetId, (request, response) => {
    if (request.url?.endsWith("/bridge")) return void response.writeHead(404).end("404 page not found");
    if (request.url?.includes("/device/"))
      return json({ code: -1, msg: "not found", data: {} }, 404)(request, response);
    json({ code: 0, data: { arr: [{ id: "A" }] } })(request, response);
  });
  expect(await documented.client.listLights()).toEqual([{ id: "A" }]);
  for (const status of [200, 404, 502]) {
    const answer: Answer = (_request, response) => void response.writeHead(status).end("<html>");
    const { client, address, impostor } = await misled(IDENTITY.resetId, answer);
    await expect(client.listLights()).rejects.toMatchObject({ code: "unreachable" });
    expect(client.address).toBe(address);
    for (const { headers } of impostor.asked) expect(headers["application-key"]).toBeUndefined();
  }
});

test("a gateway whose former address another server has now is found again", async () => {
  const gateway = await moving();
  const { discoveryPort } = gateway;
  let isTaken = false;
  const isForeign = (url: unknown) => isTaken && String(url).includes("127.0.0.2");
  const client = connect(`http://${gateway.authority}`, {
    clock,
    discoveryPort,
    resetId: IDENTITY.resetId,
    fetch: async (url, init) => (isForeign(url) ? new Response("<html>", { status: 404 }) : fetch(url, init)),
  });
  const watcher = new Watcher(client);
  await watcher.nth(1);
  isTaken = true;
  const start = await gateway.stop();
  await expect.poll(() => watcher.states.at(-1)).toMatchObject({ state: "lost", error: { code: "not-found" } });
  await start("127.0.0.3");
  await expect
    .poll(() => watcher.states.at(-1))
    .toMatchObject({ state: "events", address: `http://${gateway.authority}` });
  expect(watcher.changes.filter((change) => change.startsWith("remove"))).toEqual([]);
});

test("who does not want to look, or does not know for whom, does not", async () => {
  const discoveryPort = await announcer("127.0.0.1");
  const options = { clock, discoveryPort };
  await expect(connect("http://127.0.0.9:1", options).listLights()).rejects.toMatchObject({ code: "unreachable" });
  const blind = connect("http://127.0.0.9:1", { ...options, resetId: IDENTITY.resetId, findAgain: false });
  await expect(blind.listLights()).rejects.toMatchObject({ code: "unreachable" });
});

test("in a browser nobody can look, so nobody is asked who it is", async () => {
  const gateway = await OddGateway.start(json({ code: 0, data: { arr: [] } }));
  const client = connectInBrowser(gateway.address, { clock });
  await client.listLights();
  await connectInBrowser(gateway.address).listLights();
  await gateway.stop();
  await expect(client.listLights()).rejects.toMatchObject({
    code: "unreachable",
  });
  expect(gateway.asked.length).toBe(2);
});

test("a gateway that could not be asked who it is just then is asked again later", async () => {
  let times = 0;
  const gateway = await OddGateway.start((request, response) => {
    if (!request.url?.endsWith("/bridge")) return json({ code: 0, data: { arr: [] } })(request, response);
    times += 1;
    if (times === 1) hangUp(request, response);
    else bridge("A")(request, response);
  });
  const client = connect(gateway.address, { clock, key: "secret" });
  for (let asked = 0; times < 2 || asked < 5; asked += 1) await client.listLights();
  expect(times).toBe(2);
});
