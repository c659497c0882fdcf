import { expect, test } from "vitest";
import { connect, discover, type HomeChange } from "../../src/libraries/client/index.ts";
import { MqttSubscriber } from "../../test/support/events/mqtt-subscriber.ts";
import { Hotel } from "../support/hotel.ts";
import { Program, temporaryFolder } from "../support/program.ts";

/** A hotel of two floors with one front, as its clients reach it. */
async function openHotel() {
  const hotel = await Hotel.open();
  await hotel.serve(1, 2);
  const front = await hotel.startFront("Front 1");
  const { url, discoveryPort } = await front.ready();
  const [, mqttPort] = await front.says(/MQTT port (\d+)/);
  return { hotel, front, url, discoveryPort, mqttPort: Number(mqttPort), httpPort: Number(new URL(url).port) };
}

test("a client finds the fleet, pairs, lists, controls and follows lamps of two gateways, by events and MQTT", async () => {
  const { hotel, discoveryPort, httpPort, mqttPort } = await openHotel();
  const { operator } = hotel;
  const [found, ...others] = await discover({ port: discoveryPort });
  expect(others).toEqual([]);
  const { mac } = JSON.parse(await operator.does("fleet status --json"));
  expect(found).toMatchObject({ mac, ip: "127.0.0.1", link_enabled: false });
  if (!found) throw new Error("no front was found");
  const client = connect(found, { httpPort, discoveryPort });

  const pressed: Promise<string>[] = [];
  const onProgress = () => {
    if (pressed.length === 0) pressed.push(operator.does("fleet press"));
  };
  const key = await client.pair({ deviceType: "acme#panel", timeoutMillis: 60_000, onProgress });
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(await Promise.all(pressed)).toHaveLength(1);
  expect((await discover({ port: discoveryPort }))[0]?.link_enabled).toBe(false);

  const [fleet, ...gateways] = await client.listBridges();
  expect(fleet?.mac).toBe(found.mac);
  expect(gateways).toHaveLength(2);
  const devices = await client.listDevices({ cat1_id: 2, ext_light: true, ext_room: true, join_status: true } as never);
  expect(devices.map(({ name, ext_room }) => [name, ext_room?.name]).toSorted()).toEqual([
    ["Lamp 1", "Hall 1"],
    ["Lamp 2", "Hall 2"],
  ]);

  const seen: HomeChange[] = [];
  const watching = new AbortController();
  const watched = (async () => {
    for await (const change of client.watch({ signal: watching.signal })) seen.push(change);
  })().catch(() => undefined);
  await expect.poll(() => seen[0]?.kind).toBe("snapshot");
  const subscriber = await MqttSubscriber.listening(mqttPort);
  const published = (light: string) =>
    subscriber.received
      .filter(({ topic }) => topic === "res/light/update")
      .flatMap(({ payload }) => JSON.parse(payload) as { readonly id: string; readonly value: object }[])
      .filter(({ id }) => id === light)
      .map(({ value }) => value);
  for (const { id, ext_light } of devices) {
    const light = ext_light?.[0]?.id ?? "";
    await client.setDeviceLight(id, { on: 1, brightness: 33 });
    expect(await client.getLight(light)).toMatchObject({ on: 1, brightness: 33 });
    const updates = () => seen.filter((change) => change.kind === "update" && change.id === light);
    await expect.poll(updates).toMatchObject([{ type: "light", value: { brightness: 33 } }]);
    await expect.poll(() => published(light)).toContainEqual(expect.objectContaining({ brightness: 33 }));
  }
  const rooms = seen[0]?.kind === "snapshot" ? [...seen[0].home.rooms.values()] : [];
  const house = rooms.find(({ name }) => name === "Whole house")?.services[0]?.rid ?? "";
  await client.setGroupLight(house, { on: 0 });
  expect((await client.listLights()).map(({ on }) => on)).toEqual([0, 0]);
  watching.abort();
  await watched;

  await operator.does('fleet keys revoke "acme#panel"');
  const refused = () => client.setGroupLight(house, { on: 1 }).catch(({ code }: { code: string }) => code);
  await expect.poll(refused).toBe("key-needed");
}, 120_000);

test("luxgate discover, pair, get, set, watch, check and doctor work at a front as at a gateway", async () => {
  const { hotel, url, discoveryPort, mqttPort } = await openHotel();
  const { operator } = hotel;
  const config = temporaryFolder();
  const start = (...args: readonly string[]) => Program.start(args, { XDG_CONFIG_HOME: config });
  const luxgate = async (...args: readonly string[]) => {
    const program = start(...args);
    program.process.stdin?.end();
    return { code: await program.end(), output: program.output, errors: program.errors };
  };
  const port = ["--discovery-port", `${discoveryPort}`];
  const { mac } = JSON.parse(await operator.does("fleet status --json"));
  expect(await luxgate("discover", ...port)).toMatchObject({ code: 0, output: expect.stringContaining(mac) });

  const pairing = start("pair", url, "--name", "acme#panel", "--keep", ...port);
  await expect.poll(() => pairing.errors).toContain('"luxgate fleet press"');
  await operator.does("fleet press");
  expect({ code: await pairing.end(), errors: pairing.errors }).toMatchObject({ code: 0 });

  const lights = await luxgate("get", "lights", "--url", url);
  for (const row of [/^Lamp 1 +Hall 1 /m, /^Lamp 2 +Hall 2 /m]) expect(lights.output).toMatch(row);
  const watching = start("watch", "--url", url);
  await watching.says(/^Lamp 2/m);
  expect(await luxgate("set", "--url", url, "Lamp 2", "on", "40%")).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Lamp 2: on 40%/),
  });
  await watching.says(/\d\d:\d\d:\d\d +light +Lamp 2 +on 40%/);
  expect(await watching.stop("SIGINT")).toBe(0);

  const key = pairing.output.trim();
  const wanted = ["--discovery", "--write", "--events", "--mqtt-port", `${mqttPort}`, "--key", key];
  const { code, output } = await luxgate("check", url, ...port, ...wanted);
  expect({ code, output }).toMatchObject({ code: 0 });
  // Programs elsewhere cannot find a front that listens on this machine alone.
  const found = expect.stringContaining("Luxgate on this machine answers");
  expect(await luxgate("doctor", ...port)).toMatchObject({ code: 1, output: found });
}, 180_000);
