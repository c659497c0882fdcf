import { expect, test } from "vitest";
import { startSimulatedBackend } from "../src/edges/backends/simulated/start.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { runGatewayOn } from "./support/gateway/running-gateway.ts";
import { openRaw, parseRaw, textUntilClosed } from "./support/http/raw-connection.ts";

test("a command that arrives while the gateway stops is stored, and its device gets it", async () => {
  const commanded: string[] = [];
  const running = await runGatewayOn((context) => {
    const devices = startSimulatedBackend(context);
    const setLights = devices.setLights.bind(devices);
    devices.setLights = (commands) => {
      const all = [...commands];
      commanded.push(...all.map(({ light }) => light.name));
      return setLights(all);
    };
    return devices;
  });
  const { key } = await PairedClient.of(running);
  const lamp = running.gateway.home.lights.all().find(({ on }) => !on) ?? expect.fail("all lamps are on");
  const [path, body] = [`/clip/v2/resource/light/${lamp.id}`, JSON.stringify({ on: true })];
  const head = ["Host: localhost", `application-key: ${key}`, `Content-Length: ${body.length}`, "Expect: 100-continue"];
  const socket = await openRaw(running.http.port);
  const answered = textUntilClosed(socket);
  socket.write(`PUT ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  await new Promise((resolve) => socket.once("data", resolve));
  const stopped = running.stop();
  socket.write(body);
  const { status, envelope } = parseRaw((await answered).replace("HTTP/1.1 100 Continue\r\n\r\n", ""));
  expect([status, envelope.code]).toEqual([200, 0]);
  expect(commanded).toEqual([lamp.name]);
  expect(running.gateway.home.lights.get(lamp.id)?.on).toBe(true);
  await stopped;
});
