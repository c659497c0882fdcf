import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ControlledDemo } from "./support/gateway/controlled-demo.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import type { Wire } from "./support/http/http-client.ts";
import { UdpClient } from "./support/network/udp-client.ts";

let demo: ControlledDemo;
let running: TestGateway;
beforeEach(async () => {
  demo = await ControlledDemo.start();
  running = demo.running;
});

const named = (list: string, name: string): Promise<Wire> => demo.named(list, name);
const light = (name: string): Promise<Wire> => demo.light(name);

test("G56: bridge tells of the gateway, at the address under which the client reached it", async () => {
  const { json } = await running.client.send("/clip/v2/resource/bridge");
  const gateway = (await running.client.list("device?cat1_id=1"))[0];
  expect(json.data).toEqual({
    arr: [
      {
        id: running.gateway.identity.resetId,
        ip: "127.0.0.1",
        mac: running.gateway.identity.mac,
        model: "LG-1",
        name: "Luxgate",
        parent_id: gateway.id,
        parent_type: "device",
        type: "bridge",
        version: "0.0.0-test",
      },
    ],
    len: 1,
    obj: {},
  });
});

test("G56: bridge tells the address that is announced, if one is to be", async () => {
  const announced = await runGateway({ advertiseIp: "192.168.1.20" });
  onTestFinished(() => announced.stop());
  expect((await announced.client.list("bridge"))[0].ip).toBe("192.168.1.20");
});

test("G96: the gateway's own device names its bridge and its zigbee_device_discovery, which name the device", async () => {
  const [device] = await running.client.list("device?cat1_id=1");
  const [bridge] = await running.client.list("bridge");
  const [discovery] = await running.client.list("zigbee_device_discovery");
  expect(device.services).toEqual([
    { rid: bridge.id, rtype: "bridge" },
    { rid: discovery.id, rtype: "zigbee_device_discovery" },
  ]);
  expect([bridge.parent_id, discovery.owner.rid]).toEqual([device.id, device.id]);
  expect(await running.client.one(`device/${device.id}`)).toEqual(device);
});

test("G98: the envelope is that of section 2.1, and the discovery record that of section 4.9", async () => {
  const { json } = await running.client.send("/clip/v2/resource/light");
  expect(Object.keys(json)).toEqual(["code", "msg", "data"]);
  const asker = await UdpClient.open();
  onTestFinished(() => asker.close());
  await asker.send('{"op":101}', running.discovery.port ?? 0);
  const { op, data } = JSON.parse(await asker.next());
  expect([op, Object.keys(data)]).toEqual([
    102,
    ["name", "model", "version", "mac", "ip", "link_enabled", "link_remian_ms", "reset_id"],
  ]);
});

test("G57: zigbee_device_discovery is stopped, and running while new devices are let in", async () => {
  const gateway = (await running.client.list("device?cat1_id=1"))[0];
  const idle = (await running.client.send("/clip/v2/resource/zigbee_device_discovery")).json.data;
  expect(idle).toEqual({
    arr: [
      {
        id: expect.stringMatching(/^[0-9A-F-]{36}$/),
        owner: { rid: gateway.id, rtype: "device" },
        status: "stopped",
        type: "zigbee_device_discovery",
      },
    ],
    len: 1,
    obj: {},
  });
  await running.backend.openJoining(5_000);
  expect((await running.client.list("zigbee_device_discovery"))[0].status).toBe("running");
  running.clock.advance(5_000);
  expect((await running.client.list("zigbee_device_discovery"))[0].status).toBe("stopped");
});

test("G58: a device's id in the place of a light's gives the device's lights as a list", async () => {
  const [bar, dial] = [await named("device", "TV bar"), await named("device", "Dial")];
  const lights = (await running.client.send(`/clip/v2/resource/light/${bar.id}`)).json.data;
  expect(lights).toEqual({ arr: [await light("TV bar")], len: 1, obj: {} });
  expect((await running.client.send(`/clip/v2/resource/light/${dial.id}`)).json.data).toEqual({
    arr: [],
    len: 0,
    obj: {},
  });
});
