import { expect, test } from "vitest";
import { MqttSubscriber } from "../test/support/events/mqtt-subscriber.ts";
import type { Wire } from "../test/support/http/http-client.ts";
import { ControlledHome } from "./support/controlled-home.ts";
import { Program } from "./support/program.ts";
import { listeningPorts, portOfItsOwn } from "./support/tcp-ports.ts";

const payloads = ({ received }: MqttSubscriber) => received.map(({ payload }) => payload);

test("when another process has the MQTT port, the gateway says so, serves, and takes the port once it is free", async () => {
  const port = await portOfItsOwn();
  const args = ["--mqtt-port", `${port}`];
  const other = await ControlledHome.start({ args });
  expect(await other.mqttPort()).toBe(port);
  const home = await ControlledHome.start({ args });
  await home.program.says(
    new RegExp(
      `^MQTT is unavailable: port ${port} cannot be opened \\(EADDRINUSE\\)\\. HTTP keeps running; retrying\\.$`,
      "m",
    ),
  );
  await home.program.says(/^ {2}events {6}MQTT off for now, and \/eventstream\/clip\/v2 over HTTP$/m);
  const key = await home.pair();
  expect((await home.put(key, "Ceiling", { brightness: 42 })).json.code).toBe(0);
  expect(JSON.parse((await home.luxgate("status", "--json")).output).mqtt).toEqual({
    off: "its port cannot be opened",
  });
  await other.program.stop();
  await home.program.says(new RegExp(`^MQTT is available again on port ${port}\\.$`, "m"));
  const subscriber = await MqttSubscriber.listening(port);
  await home.put(key, "Ceiling", { brightness: 43 });
  await expect.poll(() => payloads(subscriber)).toContainEqual(expect.stringContaining('"value":{"brightness":43}'));
  expect(home.program.output.match(/MQTT is unavailable/g)).toHaveLength(1);
});

/** What a client of the usual kind was told of a lamp, once it is so many messages. */
async function toldOf(home: ControlledHome, subscriber: MqttSubscriber, count: number): Promise<readonly Wire[]> {
  const { id } = await home.lamp("Ceiling");
  const told = () =>
    payloads(subscriber).flatMap((payload) => JSON.parse(payload).filter((item: Wire) => item.id === id));
  await expect.poll(told).toHaveLength(count);
  return told();
}

test("who comes back is told what changed while it was away, once; with --no-mqtt-resync it is not", async () => {
  for (const args of [[], ["--no-mqtt-resync"]]) {
    const home = await ControlledHome.start({ args });
    const key = await home.pair();
    const port = await home.mqttPort();
    const first = await MqttSubscriber.listening(port, "res/light/update");
    await home.put(key, "Ceiling", { brightness: 42 });
    await expect.poll(() => payloads(first)).toContainEqual(expect.stringContaining('"value":{"brightness":42}'));
    first.client.stream.destroy();
    await home.put(key, "Ceiling", { brightness: 43 });
    const back = await MqttSubscriber.listening(port, "res/light/update");
    const resynced = args.length === 0 ? [43] : [];
    await toldOf(home, back, resynced.length);
    await home.put(key, "Ceiling", { brightness: 44 });
    const told = await toldOf(home, back, resynced.length + 1);
    expect(told.map(({ value }) => value.brightness)).toEqual([...resynced, 44]);
  }
});

test("with --no-mqtt there is no MQTT port, and events go over HTTP alone", async () => {
  const home = await ControlledHome.start({ args: ["--no-mqtt"] });
  await home.program.says(/^ {2}events {6}\/eventstream\/clip\/v2 over HTTP$/m);
  expect(listeningPorts(home.program.process.pid)).toEqual([home.http.port]);
  expect(JSON.parse((await home.luxgate("status", "--json")).output).mqtt).toEqual({ off: "disabled" });
  expect(await home.program.stop()).toBe(0);
});

test.each([
  ["mqtt://user:s3cret@", /\/prefix\.$/m],
  ["http://user:s3cret@broker.lan", /\/prefix\.$/m],
  ["mqtt://user:s3cret@broker.lan:99999", /\/prefix\.$/m],
  ["mqtt://:s3cret@broker.lan", /A password needs a user name\.$/m],
  ["mqtt://user:s3cret@broker.lan/home#1", /a "#" as %23\.$/m],
])("--mqtt-url %j ends the program with a line that says what is expected and not the password", async (url, line) => {
  for (const program of [Program.serve(["--mqtt-url", url]), Program.serve([], { LUXGATE_MQTT_URL: url })]) {
    expect(await program.end()).toBe(1);
    expect(program.output).toBe("");
    expect(program.errors).toMatch(/^error: option '--mqtt-url <url>' is invalid\. Expected a broker's URL, such as /);
    expect(program.errors).toMatch(line);
    expect(program.errors).not.toMatch(/s3cret|\bat .*\.js/);
  }
});

test("a broker that is not there is waited for by name, without its password; HTTP serves on", async () => {
  const home = await ControlledHome.start({ args: ["--mqtt-url", "mqtt://user:s3cret@127.0.0.1:1"] });
  await home.program.says(/^Events wait for mqtt:\/\/127\.0\.0\.1:1: unreachable \(.*ECONNREFUSED.*\)\. Retrying\.$/m);
  const key = await home.pair();
  expect((await home.put(key, "Ceiling", { brightness: 42 })).json.code).toBe(0);
  const { output } = await home.luxgate("status");
  expect(output).toMatch(/mqtt:\/\/127\.0\.0\.1:1/);
  expect(await home.program.stop()).toBe(0);
  expect(home.program.output + home.program.errors + output).not.toContain("s3cret");
});
