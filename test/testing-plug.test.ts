import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startTestGateway, type TestGateway } from "../src/libraries/testing/index.ts";
import { HttpClient } from "./support/http/http-client.ts";

const LIGHTS = "/clip/v2/resource/light";

async function started(): Promise<TestGateway> {
  const gateway = await startTestGateway();
  onTestFinished(() => gateway.stop());
  return gateway;
}

/** Why nobody can be reached at a port. */
async function refusalAt(port: number): Promise<string> {
  const [error] = await once(connect(port, "127.0.0.1"), "error");
  return error.code;
}

/** The local ports of this machine that are taken, also by programs that do not listen. */
const takenPorts = (): readonly number[] =>
  readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, port] = /^ *\d+: [0-9A-F]{8}:([0-9A-F]{4}) /.exec(line) ?? [];
      return port === undefined ? [] : Number.parseInt(port, 16);
    });

test("while a gateway is unplugged nobody can reach it, and no other program is given its ports", async () => {
  const gateway = await started();
  const { http, mqtt, discovery } = gateway.ports;
  await gateway.unplug();
  expect([await refusalAt(http), await refusalAt(mqtt)]).toEqual(["ECONNREFUSED", "ECONNREFUSED"]);
  expect(takenPorts()).toEqual(expect.arrayContaining([http, mqtt]));
  const other = createSocket("udp4").bind(discovery);
  const [error] = await once(other, "error");
  expect(error.code).toBe("EADDRINUSE");
  await gateway.plugIn();
  expect((await new HttpClient(http).send(LIGHTS)).status).toBe(200);
});

test("a gateway that is stopped while it is unplugged holds no ports", async () => {
  const gateway = await started();
  const { http, mqtt, discovery } = gateway.ports;
  await gateway.unplug();
  await gateway.stop();
  const other = createSocket("udp4").bind(discovery);
  await once(other, "listening");
  other.close();
  await expect.poll(() => takenPorts().filter((port) => port === http || port === mqtt)).toEqual([]);
});

test("a gateway whose port somebody has taken can be plugged in once the port is free", async () => {
  const gateway = await started();
  await gateway.unplug();
  const other = createServer().listen(gateway.ports.http, "127.0.0.1");
  await once(other, "listening");
  await expect(gateway.plugIn()).rejects.toMatchObject({ code: "EADDRINUSE" });
  other.close();
  await gateway.plugIn();
  expect((await new HttpClient(gateway.ports.http).send(LIGHTS)).status).toBe(200);
});
