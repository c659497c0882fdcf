import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import type { WireDevice } from "../src/core/contract/device.ts";
import type { WireLight } from "../src/core/contract/light.ts";
import { OPERATIONS } from "../src/core/contract/operations.ts";
import { connect } from "../src/libraries/client/index.ts";
import { list, OddGateway } from "./support/client/odd-gateway.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";

async function demo() {
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  return { gateway, client: connect(`http://127.0.0.1:${gateway.http.port}/`) };
}

/** The reads that give resources. */
const READS = Object.entries(OPERATIONS).flatMap(([name, { method, path, answer }]) =>
  method === "GET" && typeof answer === "object" ? [{ name, path, layout: answer.layout }] : [],
);

test("there is a method for each operation, and what it gives is what the gateway answers", async () => {
  const { gateway, client } = await demo();
  const names = Object.keys(OPERATIONS).map((name) => (name === "watchEvents" ? "watch" : name));
  expect(Object.keys(client).sort()).toEqual([...names, "address", "key"].sort());
  for (const { name, path, layout } of READS) {
    const ask = client[name as "getLight"] as (id?: string) => Promise<unknown>;
    const [one] = path.includes(":id") ? await gateway.client.list(path.split("/").at(-2) ?? "") : [];
    const { data } = (await gateway.client.send(path.replace(":id", one?.id))).json;
    expect(await (one ? ask(one.id) : ask())).toEqual(layout.startsWith("arr") ? data.arr : data.obj);
  }
});

test("parameters are typed by the table and reach the gateway", async () => {
  const { client } = await demo();
  const boxes = await client.listDevices({ cat1_id: [3] });
  expect(boxes.map(({ product }) => product.cat1_id)).toEqual([3]);
  const lamps = await client.listDevices({ cat1_id: [2], join_status: true, ext_light: true, ext_room: true });
  expect(lamps.every(({ ext_light, ext_room }) => ext_light?.length === 1 && ext_room !== undefined)).toBe(true);
  const rooms = await client.listRooms({ include_all_room: true });
  expect(rooms.some(({ room_kind }) => room_kind === 1)).toBe(true);
  const room = rooms.find(({ room_kind }) => room_kind === 0);
  const scenes = await client.listScenes({ room_uuid: room?.id ?? "" });
  expect(scenes.length).toBeGreaterThan(0);
  expect(scenes.every(({ parent_id }) => parent_id === room?.services[0]?.rid)).toBe(true);
  expectTypeOf(client.listDevices).returns.resolves.toEqualTypeOf<readonly WireDevice[]>();
  expectTypeOf(client.getLight).parameter(0).toEqualTypeOf<string>();
  expectTypeOf(client.getLight).returns.resolves.toEqualTypeOf<WireLight>();
  expectTypeOf(client.getPicture).returns.resolves.toEqualTypeOf<Uint8Array>();
  // @ts-expect-error: there is no such parameter
  await client.listDevices({ colour: "red" });
  // @ts-expect-error: a category is a number
  await client.listDevices({ cat1_id: "2" });
});

test("a picture is bytes, a document is what it says, and a command gives nothing back", async () => {
  const { gateway, client } = await demo();
  const scenes = await client.listScenes();
  const pictured = scenes.find(({ picture_url }) => picture_url !== "");
  const picture = await client.getPicture(pictured?.picture_url.split("/").at(-1) ?? "");
  expect([...picture]).toEqual([...(await gateway.client.send(new URL(pictured?.picture_url ?? "").pathname)).bytes]);
  gateway.gateway.pressButton();
  await client.pair({ deviceType: "acme#panel" });
  const [light] = await client.listLights();
  expect(await client.setLight(light?.id ?? "", { on: true, brightness: 42 })).toBeUndefined();
  expect(await client.getLight(light?.id ?? "")).toMatchObject({ on: 1, brightness: 42 });
});

test("fields that nobody knows are kept, those that may be missing are not missed, and a wrong len does no harm", async () => {
  const gateway = await OddGateway.start((_request, response) => {
    response.end('{"code":0,"data":{"len":7,"arr":[{"id":"A","colour_of_the_day":{"name":"mauve"}}]}}');
  });
  expect(await connect(gateway.address).listLights()).toEqual([{ id: "A", colour_of_the_day: { name: "mauve" } }]);
});

test("an id is one part of a path, whatever is in it, and an address may have a path of its own", async () => {
  const gateway = await OddGateway.start(list());
  await expect(connect(`${gateway.address}/behind/a/proxy/`).getLight("../a?b")).rejects.toThrow();
  expect(gateway.targets).toEqual(["/behind/a/proxy/clip/v2/resource/light/..%2Fa%3Fb"]);
});

test("a gateway that was discovered is spoken to at its address, on 8080 unless told otherwise", () => {
  const found = {
    ...{ name: "Luxgate", model: "LG-1", version: "1", mac: "02:00:5E:10:00:AB", ip: "10.0.0.7" },
    ...{ link_enabled: false, link_remian_ms: 0, reset_id: "A" },
  };
  expect(connect(found).address).toBe("http://10.0.0.7:8080");
  expect(connect(found, { httpPort: 80 }).address).toBe("http://10.0.0.7");
});

test.each([
  "not an address",
  "192.168.1.20:8080",
  "localhost:8080",
  "mqtt://192.168.1.20",
  "file:///etc",
  "http://",
  "",
])("%j is refused as an address at once", (address) => {
  expect(() => connect(address)).toThrow(TypeError);
});
