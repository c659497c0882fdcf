import { expect, onTestFinished, test } from "vitest";
import { idFrom } from "../src/core/home/model/ids.ts";
import { askDiscovery } from "./spec/ask-discovery.ts";
import { askForKey } from "./support/client/paired-client.ts";
import { fullyResynced } from "./support/events/mqtt-full-state.ts";
import { MqttSubscriber } from "./support/events/mqtt-subscriber.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import { HttpClient, type Wire } from "./support/http/http-client.ts";
import { UdpClient } from "./support/network/udp-client.ts";

const LISTING = "device?cat1_id=2&ext_light=1&ext_room=1&join_status=1";

test("a client of this family finds the gateway, pairs, lists, controls and follows a lamp, and loses its key", async () => {
  const { gateway, backend, http, events, clock, ...running } = await runGateway();
  onTestFinished(() => running.stop());
  const udp = await UdpClient.open();
  onTestFinished(() => udp.close());
  const discovered = async () => (await askDiscovery(udp, { gateway, backend, http, events, clock, ...running })).data;

  // It is found, and does not let anybody in until somebody presses its button.
  const shut = await discovered();
  expect([shut.link_enabled, shut.link_remian_ms]).toEqual([false, 0]);
  expect(shut.ip).toBe("127.0.0.1");
  const client = new HttpClient(http.port);
  expect((await askForKey(client)).json.code).not.toBe(0);

  // Pressed, it lets one client in.
  gateway.pressButton();
  clock.advance(4_000);
  const open = await discovered();
  expect([open.link_enabled, open.link_remian_ms]).toEqual([true, 6_000]);
  const key: string = (await askForKey(client, "acme#panel")).json.data.obj.username;
  expect((await discovered()).link_enabled).toBe(false);
  const headers = { "application-key": key };
  expect((await client.send("/clip/v2/resource/bridge", { headers, body: "{}" })).json.data.arr[0].mac).toBe(shut.mac);

  // It lists the lamps as usual clients do, and follows them: it receives the whole state, then what changes.
  const devices = await client.list(LISTING, { headers, body: "{}" });
  const lamp: Wire = devices.find(({ name }) => name === "Reading lamp");
  expect([lamp.ext_room.name, lamp.ext_light[0].on]).toEqual(["Living room", 1]);
  const light: string = lamp.ext_light[0].id;
  const subscriber = await MqttSubscriber.listening(events.mqtt?.port ?? 0);
  let known = await fullyResynced(subscriber, { gateway, clock });
  const received = async (count: number) => {
    const messages = (await subscriber.first(known + count)).slice(known);
    known += count;
    return messages.map(({ topic, payload }) => [topic, JSON.parse(payload)]);
  };
  const update = (value: object) => ["res/light/update", [{ id: light, device_id: lamp.id, value }]];
  const put = (body: object) =>
    client.send(`/clip/v2/resource/device/${lamp.id}/light`, { method: "PUT", headers, body: JSON.stringify(body) });
  const shown = async () => {
    const { on, brightness } = await client.one(`light/${light}`);
    return { on, brightness };
  };

  // A command is answered, shown and published at once; that the lamp obeys changes nothing more.
  expect((await put({ on: 1, brightness: 33 })).json).toEqual({ code: 0, msg: "success", data: { arr: [], obj: {} } });
  expect(await shown()).toEqual({ on: 1, brightness: 33 });
  expect(await received(1)).toEqual([update({ brightness: 33 })]);
  clock.advance(1_000);

  // Somebody uses the wall switch, which ends the scene as well.
  const [evening] = await client.list("scene");
  backend.happen({ kind: "switch", deviceId: idFrom(lamp.id), to: "off" });
  clock.advance(1_000);
  expect(await received(2)).toEqual([
    update({ on: 0 }),
    ["res/scene/update", [{ id: evening.id, value: { is_active: 0 } }]],
  ]);
  expect(await shown()).toEqual({ on: 0, brightness: 33 });

  // A command is lost: the command is shown for ten seconds, then what the lamp reported.
  backend.happen({ kind: "loseNext", deviceId: idFrom(lamp.id), count: 1 });
  await put({ on: true });
  expect(await received(1)).toEqual([update({ on: 1 })]);
  clock.advance(9_999);
  expect((await shown()).on).toBe(1);
  clock.advance(1);
  expect(await received(1)).toEqual([update({ on: 0 })]);
  expect((await shown()).on).toBe(0);

  // The key is revoked, and opens nothing any more.
  const [stored] = gateway.home.keys.all();
  expect(stored?.name).toBe("acme#panel");
  expect(await gateway.ask({ kind: "keyRevoked", keyId: stored?.id ?? idFrom("") })).toBe("done");
  const refused = await put({ on: 1 });
  expect([refused.status, refused.json.code]).toEqual([200, -401]);
  expect((await shown()).on).toBe(0);
  expect(subscriber.received).toHaveLength(known);
});
