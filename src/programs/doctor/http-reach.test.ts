import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { runGateway } from "../../../test/support/gateway/running-gateway.ts";
import { IDENTITY } from "../../../test/support/home/empty-gateway.ts";
import type { DiscoveredGateway } from "../../libraries/client/discovered-gateway.ts";
import { httpReach } from "./http-reach.ts";

/** An address of this machine; who answers on its usual port is not for these tests to say. */
const ip = "127.0.0.77";

const found = (httpPort?: number): DiscoveredGateway => ({
  ...{ name: "Gate", model: "G", version: "1", mac: "02:00:5E:10:00:AB", ip },
  ...{ link_enabled: false, link_remian_ms: 0, reset_id: IDENTITY.resetId },
  ...(httpPort === undefined ? {} : { httpPort }),
});

/** Somebody who answers every request so; gives the port. */
async function answering(text: string): Promise<number> {
  const server = createServer((_request, response) => response.end(text)).listen(0, ip);
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
}

test("a gateway is known by its id, on the port that it tells", async () => {
  const gateway = await runGateway({ host: ip });
  onTestFinished(() => gateway.stop());
  expect(await httpReach(found(gateway.http.port))).toMatchObject({ onToldPort: "this one" });
  const other = { ...found(gateway.http.port), reset_id: "ANOTHER" };
  expect(await httpReach(other)).toMatchObject({ onToldPort: "another" });
});

test("where it tells no other port, only the usual one is tried", async () => {
  expect(Object.keys(await httpReach(found()))).toEqual(["onUsualPort"]);
  expect(Object.keys(await httpReach(found(8080)))).toEqual(["onUsualPort"]);
});

test.each([
  ["a gateway that needs a key to say who it is", '{"code":-401,"msg":"a key"}', "this one"],
  ["a gateway with an odd answer", '{"code":0,"data":{"arr":[{"id":7}]}}', "this one"],
  ["some other program's JSON", "[1,2]", "none"],
  ["some other program's page", "<html>", "none"],
  ["nothing", "null", "none"],
])("%s counts as it should", async (_what, text, answerer) => {
  expect(await httpReach(found(await answering(text)))).toMatchObject({ onToldPort: answerer });
});
