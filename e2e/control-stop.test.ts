import { expect, test } from "vitest";
import { EventStreamClient } from "../test/support/events/event-stream-client.ts";
import { MqttSubscriber } from "../test/support/events/mqtt-subscriber.ts";
import { ControlledHome } from "./support/controlled-home.ts";

const CLIENTS = 20;
const MOST_MILLIS = 5_000;

test(`SIGTERM with ${CLIENTS} event streams and ${CLIENTS} MQTT clients ends the gateway in good order, and all is stored`, async () => {
  const home = await ControlledHome.start({ args: ["--no-mqtt-resync"] });
  const key = await home.pair();
  const mqttPort = await home.mqttPort();
  const each = Array.from({ length: CLIENTS });
  const streams = await Promise.all(each.map(() => EventStreamClient.open({ port: home.http.port })));
  const subscribers = await Promise.all(each.map(() => MqttSubscriber.listening(mqttPort)));
  await Promise.all(streams.map((stream) => stream.next()));
  const left = subscribers.map(({ client }) => new Promise<void>((resolve) => client.once("close", () => resolve())));
  expect((await home.put(key, "Ceiling", { brightness: 42 })).json.code).toBe(0);
  const begun = performance.now();
  expect(await home.program.stop()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(MOST_MILLIS);
  await Promise.all([...streams.map((stream) => stream.over()), ...left]);
  const ofLights = ({ data }: { readonly data: string }) => JSON.parse(data).type === "light";
  for (const { messages } of streams) expect(messages.filter(ofLights).map(({ event }) => event)).toEqual(["update"]);
  for (const { received } of subscribers) expect(received).toHaveLength(1);
  const again = await ControlledHome.start({ folder: home.folder });
  expect((await again.lamp("Ceiling")).brightness).toBe(42);
  expect((await again.put(key, "Ceiling", { brightness: 43 })).json.code).toBe(0);
  expect(again.program.output).toMatch(/^Luxgate/);
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a client that had an event before a restart (%s) is told to start over, and ids go on rising",
  async (signal) => {
    const first = await ControlledHome.start();
    const key = await first.pair();
    const stream = await EventStreamClient.open({ port: first.http.port });
    await first.put(key, "Ceiling", { brightness: 42 });
    await stream.next(2);
    const { lastEventId } = stream;
    stream.hangUp();
    const resumed = await EventStreamClient.open({ port: first.http.port, lastEventId });
    await first.put(key, "Ceiling", { brightness: 43 });
    expect((await resumed.next()).map(({ event }) => event)).toEqual(["update"]);
    const second = await first.restart(signal);
    const late = await EventStreamClient.open({ port: second.http.port, lastEventId });
    const [reset, snapshot] = await late.next(2);
    expect([reset?.event, snapshot?.event]).toEqual(["reset", "snapshot"]);
    const { light } = JSON.parse(snapshot?.data ?? "");
    expect(light).toEqual(await second.http.list("light"));
    expect(light).toContainEqual(expect.objectContaining({ name: "Ceiling", brightness: 43 }));
    expect(Number(snapshot?.lastEventId)).toBeGreaterThan(Number(resumed.lastEventId));
    late.hangUp();
  },
);
