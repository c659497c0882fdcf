import { afterAll, beforeAll, expect, test } from "vitest";
import { REFUSALS } from "../../src/core/contract/refusals.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import { A_UUID } from "./field-types.ts";

const ROOT = "/clip/v2/resource";
const TYPES = ["device", "light", "sync", "room", "scene"] as const;
const NOT_FOUND = { code: -1, msg: "not found", data: {} };

let running: TestGateway;

beforeAll(async () => {
  running = await runGateway();
});

afterAll(() => running.stop());

const ask = async (path: string): Promise<[number, unknown]> => {
  const { status, json } = await running.client.send(path);
  return [status, json];
};

test.each(TYPES)("spec §7: by rule 1 a list of %s succeeds with code 0, msg success and status 200", async (type) => {
  expect(await ask(`${ROOT}/${type}`)).toMatchObject([200, { code: 0, msg: "success" }]);
});

test.each(TYPES)(
  "spec §7: by rule 1 the read of one %s succeeds with code 0, msg success and status 200",
  async (type) => {
    const [{ id }] = await running.client.list(type);
    expect(await ask(`${ROOT}/${type}/${id}`)).toMatchObject([200, { code: 0, msg: "success" }]);
  },
);

test("spec §7: by rule 2 a device UUID that does not exist gives 404, code -1 and msg not found", async () => {
  expect(await ask(`${ROOT}/device/${A_UUID}`)).toEqual([404, NOT_FOUND]);
});

test("spec §7: by rule 2 a device that has left does not exist any more", async () => {
  const device = running.gateway.home.devices.all().find(({ name }) => name === "Worktop");
  const path = `${ROOT}/device/${device?.id}`;
  expect((await ask(path))[0]).toBe(200);
  expect(device && running.gateway.submit({ kind: "deviceLeft", deviceId: device.id })).toBe("done");
  expect(await ask(path)).toEqual([404, NOT_FOUND]);
});

test.each(TYPES)("spec §7: an unknown UUID of a %s is answered as that of a device is", async (type) => {
  expect(await ask(`${ROOT}/${type}/${A_UUID}`)).toEqual([404, NOT_FOUND]);
});

test.each(TYPES)("spec §7: something that is no UUID names no %s", async (type) => {
  for (const name of ["kitchen", "1", "__proto__", "constructor", "%20", "null", "a".repeat(1_000)]) {
    expect(await ask(`${ROOT}/${type}/${name}`)).toEqual([404, NOT_FOUND]);
  }
});

test("spec §7: the UUID of one kind of resource names none of another kind", async () => {
  for (const type of TYPES) {
    const [{ id }] = await running.client.list(type);
    // What a client that knows only a device's UUID gets for its light is no matter of this section.
    const others = TYPES.filter((one) => one !== type && (type !== "device" || one !== "light"));
    for (const other of others) {
      expect(await ask(`${ROOT}/${other}/${id}`)).toEqual([404, NOT_FOUND]);
    }
  }
});

test.each(["/", "/clip", "/clip/v2", ROOT, `${ROOT}/`, `${ROOT}/lamp`, "/clip/v1/resource/light", `${ROOT}/light/a/b`])(
  "spec §7: the path %s, which is none of the interface, is not found",
  async (path) => {
    expect(await ask(path)).toEqual([404, NOT_FOUND]);
  },
);

test.each([
  "device?cat1_id=lamp",
  "device?cat1_id_not=1;2",
  "device?join_status=joined",
  "device?room_uuid=kitchen",
  "device?ext_light=maybe",
  "room?include_all_room=maybe",
  "scene?room_uuid=kitchen",
  "device?sn=%zz",
])("spec §7: the malformed query %s is refused with 400, a code other than 0 and a message", async (query) => {
  const answer = await ask(`${ROOT}/${query}`);
  expect(answer).toEqual([400, { code: -400, msg: expect.stringMatching(/^[a-z0-9_]+/), data: {} }]);
});

test.each([
  "cat1_id=0",
  "cat1_id=5",
  "cat1_id=99",
  "cat1_id=4294967296",
  "cat1_id=-1",
  "join_status=2",
  "join_status=4294967296",
  "join_status=-1",
  `room_uuid=${A_UUID}`,
  "sn=unknown",
])("spec §7: the value of %s, which no device has, gives an empty list and never 400", async (query) => {
  const empty = { code: 0, msg: "success", data: { arr: [], obj: {} } };
  expect(await ask(`${ROOT}/device?${query}`)).toEqual([200, empty]);
});

test.each(Object.entries(REFUSALS))(
  "spec §7: the refusal %s has a code of its own that is neither 0 nor a client's mark",
  (_name, refusal) => {
    const codes = Object.values(REFUSALS).map(({ code }) => code);
    expect(codes.filter((code) => code === refusal.code)).toHaveLength(1);
    expect([0, -10086]).not.toContain(refusal.code);
    expect(refusal.status === 200 || refusal.status >= 400).toBe(true);
  },
);

test("spec §7: code -1 and the message not found belong to 404 alone", () => {
  const ofMinusOne = Object.values(REFUSALS).filter(
    ({ code, message }) => Number(code) === -1 || message === "not found",
  );
  expect(ofMinusOne).toEqual([{ status: 404, code: -1, message: "not found" }]);
});
