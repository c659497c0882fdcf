import { describe, expect, test } from "vitest";
import { EventStreamClient } from "../test/support/events/event-stream-client.ts";
import { MqttSubscriber } from "../test/support/events/mqtt-subscriber.ts";
import { ControlledHome } from "./support/controlled-home.ts";

const SHARED = { args: ["--profile", "shared"] };
const READS = ["device", "light", "sync", "room", "scene", "bridge", "zigbee_device_discovery"];

describe("with --profile shared", () => {
  test("every read needs a key, and so do events over HTTP", async () => {
    const home = await ControlledHome.start(SHARED);
    const key = await home.pair();
    const { port } = home.http;
    for (const path of [...READS.map((read) => `/clip/v2/resource/${read}`), "/eventstream/clip/v2"]) {
      for (const headers of [{}, { "application-key": "wrong" }]) {
        const { status, json } = await home.http.send(path, { headers });
        expect([path, status, json.code, json.data]).toEqual([path, 200, -401, {}]);
      }
    }
    const headers = { "application-key": key };
    for (const read of READS) {
      expect((await home.http.send(`/clip/v2/resource/${read}`, { headers })).json.code).toBe(0);
    }
    const stream = await EventStreamClient.open({ port, headers });
    expect((await stream.next())[0]?.event).toBe("snapshot");
    stream.hangUp();
    expect((await home.luxgate("status")).output).toMatch(/shared: reads need a key/);
  });

  test("MQTT needs a key as user name or password; revoking it ends that client's connections and no others", async () => {
    const home = await ControlledHome.start(SHARED);
    const kept = await home.pair("acme#kept");
    const revoked = await home.pair("acme#revoked");
    const port = await home.mqttPort();
    await expect(MqttSubscriber.connect(port)).rejects.toThrow(/not authorized/i);
    await expect(MqttSubscriber.connect(port, { username: "acme", password: `${kept}x` })).rejects.toThrow(
      /not authorized/i,
    );
    const staying = await MqttSubscriber.listening(port, "res/#", { username: "acme", password: kept });
    const leaving = await Promise.all([
      MqttSubscriber.listening(port, "res/#", { username: "acme", password: revoked }),
      MqttSubscriber.listening(port, "res/#", { username: revoked }),
    ]);
    const left = leaving.map(({ client }) => new Promise((resolve) => client.once("close", () => resolve("left"))));
    expect((await home.luxgate("keys", "revoke", "acme#revoked")).code).toBe(0);
    expect(await Promise.all(left)).toEqual(["left", "left"]);
    await expect(MqttSubscriber.connect(port, { username: "acme", password: revoked })).rejects.toThrow(
      /not authorized/i,
    );
    expect((await home.put(kept, "Ceiling", { brightness: 42 })).json.code).toBe(0);
    const values = () => staying.received.map(({ payload }) => payload);
    await expect.poll(values).toContainEqual(expect.stringContaining('"value":{"brightness":42}'));
    const lines = home.program.output.match(/^The MQTT client at .*$/gm);
    expect(lines).toEqual([
      expect.stringMatching(
        /^The MQTT client at 127\.0\.0\.1 was refused: it has no key, and --profile shared requires/,
      ),
    ]);
    expect(home.program.output).not.toContain(kept);
    expect(JSON.parse((await home.luxgate("status", "--json")).output).mqtt.clients).toBe(1);
  });

  test("revoking a key ends all event streams; who still has one comes back without a gap, and nobody else", async () => {
    const home = await ControlledHome.start(SHARED);
    const { port } = home.http;
    const kept = { "application-key": await home.pair("acme#kept") };
    const revoked = { "application-key": await home.pair("acme#revoked") };
    const streams = await Promise.all([kept, revoked].map((headers) => EventStreamClient.open({ port, headers })));
    await Promise.all(streams.map((stream) => stream.next()));
    expect((await home.luxgate("keys", "revoke", "acme#revoked")).code).toBe(0);
    await Promise.all(streams.map((stream) => stream.over()));
    expect((await home.put(kept["application-key"], "Ceiling", { brightness: 42 })).json.code).toBe(0);
    const [lastEventId = ""] = streams.map((stream) => stream.lastEventId);
    const again = await EventStreamClient.open({ port, headers: kept, lastEventId });
    expect((await again.next())[0]).toMatchObject({ event: "update", lastEventId: `${Number(lastEventId) + 1}` });
    again.hangUp();
    expect((await home.http.send("/eventstream/clip/v2", { headers: revoked })).json.code).toBe(-401);
  });
});
