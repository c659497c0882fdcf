import { expect, test } from "vitest";
import { idFrom } from "../src/home/ids.ts";
import { MqttGateway } from "./support/mqtt-gateway.ts";
import { MqttSubscriber } from "./support/mqtt-subscriber.ts";

test("smoke", async () => {
  const told = await MqttGateway.start();
  const one = await MqttSubscriber.listening(told.port);
  const lights = told.gateway.home.lights.all();
  told.gateway.submit({ kind: "lightChanged", lightId: lights[0]?.id ?? idFrom(""), state: { on: false } });
  const start = performance.now();
  console.log(await one.first(1), performance.now() - start);
  for (let i = 0; i < 1000; i++)
    told.gateway.submit({ kind: "lightChanged", lightId: lights[0]?.id ?? idFrom(""), state: { brightnessPercent: (i % 99) + 1 } });
  await one.first(1001);
  console.log(performance.now() - start, told.listener.clients);
  await expect(one.client.subscribeAsync("#")).rejects.toThrow();
});
