import fc from "fast-check";
import { Check } from "typebox/value";
import { beforeAll, expect, test } from "vitest";
import { OPERATIONS, type OperationName } from "../src/core/contract/operations.ts";
import { REFUSALS } from "../src/core/contract/refusals.ts";
import { times } from "./support/depth.ts";
import { aDevice, aLight } from "./support/home/builders.ts";
import { idAt } from "./support/home/lit-home.ts";
import { type DocumentedGateway, runDocumentedGateway } from "./support/http/documented-gateway.ts";

/** As many colours as a command can have. */
const SEGMENTS = 64;
const LAMP = aLight({
  ...{ id: idAt("2"), deviceId: idAt("1"), segments: SEGMENTS },
  abilities: ["onOff", "brightness", "colourTemperature", "colour", "segments"],
});

let gateway: DocumentedGateway["gateway"];
let read: DocumentedGateway["read"];
let key: string;
beforeAll(async () => {
  ({ gateway, read, key } = await runDocumentedGateway());
  const device = aDevice({ id: LAMP.deviceId, lightIds: [LAMP.id] });
  gateway.gateway.submit({ kind: "deviceJoined", device, lights: [LAMP], syncBox: null });
  return gateway.stop;
});

const ROOM = "0D6E7A1B-3C58-4F0E-9B7A-5D1C2E3F4A5B";

/** Texts that are nearly what a parameter takes, and any other. */
const anyText = fc.oneof(
  fc.constantFrom("", "0", "1", "true", "FALSE", "tRuE", "2,3", ROOM, ROOM.toLowerCase(), "maybe", "1.0", "1e3", "+1"),
  fc
    .array(fc.constantFrom("1", "0", "-", "7", "true", "False", ",", " ", "\t", "\n", "\u00a0", "\v", ROOM, "x"), {
      maxLength: 12,
    })
    .map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 20 }),
);

/** Of these every parameter takes one, and not all: so few runs that chance finds neither see both. */
const TEXTS = ["1", "true", ROOM, "maybe"].map((text): [string] => [text]);

const PARAMETERS = (Object.keys(OPERATIONS) as OperationName[]).flatMap((operation) =>
  Object.keys(OPERATIONS[operation].query).map((parameter) => ({ operation, parameter })),
);

/** A path under which there is something, where the operation takes an id. */
function pathOf(operation: OperationName): string {
  const { home } = gateway.gateway;
  const [device, room] = [home.devices.all()[0], home.rooms.all()[0]];
  return OPERATIONS[operation].path.replace(":id", (operation === "getRoom" ? room : device)?.id ?? "");
}

test.each(PARAMETERS)("G14: $operation takes a text as $parameter if and only if the document says so", async (one) => {
  const { operation, parameter } = one;
  const declared = read.operations.get(operation)?.parameters.find((each) => "name" in each && each.name === parameter);
  const schema = declared && "schema" in declared ? declared.schema : {};
  const seen = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const query = `${parameter}=${encodeURIComponent(text)}`;
      const { status } = await gateway.client.send(`${pathOf(operation)}?${query}`);
      const isTold = Check(read.whole(schema), schema.type === "array" ? text.split(",") : text);
      expect([text, status]).toEqual([text, isTold ? 200 : 400]);
      seen.add(isTold);
    }),
    { numRuns: times(400), examples: TEXTS },
  );
  expect([...seen].sort()).toEqual(schema.type === "array" ? [true] : [false, true]);
});

/** Values that are nearly what fields take, and any other. */
const anyValue = fc.oneof(
  fc.constantFrom(0, 1, 2, 3, 4, 5, -1, 100, 101, 1999, 6535, 65535, 65536, 0xffffff, 0x1000000, 0.5, 1e300),
  fc.constantFrom(true, false, null, "", "1", "acme#panel", "\u202e", "x".repeat(129), ROOM),
  fc.array(fc.record({ x: fc.nat({ max: 65536 }), y: fc.nat({ max: 65535 }) }), { maxLength: 6 }),
  fc.array(fc.nat({ max: 0x1000000 }), { maxLength: 6 }),
  fc.constantFrom(SEGMENTS, SEGMENTS + 1).map((length) => Array.from({ length }, () => 0)),
  fc.record({ x: fc.constant(1), y: fc.constant(1), position_x: fc.constantFrom(0, 65536, "x") }).map((one) => [one]),
  fc.jsonValue(),
);

const bodyOf = (operation: OperationName): fc.Arbitrary<unknown> => {
  const { body } = OPERATIONS[operation] as { readonly body?: { readonly properties: object } };
  const fields = [...Object.keys(body?.properties ?? {}), "zzz"];
  return fc.oneof(
    ...fields.map((field) => anyValue.map((value) => ({ [field]: value }))),
    fc.dictionary(fc.constantFrom(...fields), anyValue),
    anyValue,
  );
};

/** What a body is refused with that is not as the document says; whether the window is open is another matter. */
const MISFIT: readonly number[] = [REFUSALS.malformed.code, REFUSALS["value-refused"].code];

/** A body that each takes. */
const TAKEN = {
  setLight: { on: true },
  setDeviceLight: { on: true },
  setSyncBox: { mode: 1 },
  setGroupLight: { on: true },
  setScene: { is_active: 1 },
  pair: { device_type: "acme#panel" },
  listScenes: {},
};

test.each(Object.keys(TAKEN) as (keyof typeof TAKEN)[])(
  "G52: %s takes a body if and only if the document says so",
  async (operation) => {
    const { method, path } = OPERATIONS[operation];
    const [box] = gateway.gateway.home.syncBoxes.all();
    const { wholeHouse, scenes } = gateway.gateway.home;
    const id = {
      setLight: LAMP.id,
      setDeviceLight: LAMP.deviceId,
      setSyncBox: box?.id,
      setGroupLight: wholeHouse?.groupLightId,
      setScene: scenes.all()[0]?.id,
    };
    const target = path.replace(":id", id[operation as keyof typeof id] ?? "");
    const schema = read.whole(read.operations.get(operation)?.requestBody?.content["application/json"]?.schema ?? {});
    const seen = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(bodyOf(operation), async (body) => {
        const text = JSON.stringify(body);
        const headers = { "application-key": key };
        // A room in which nothing is lit cannot be dimmed.
        if (wholeHouse)
          await gateway.gateway.ask({ kind: "roomLightsChanged", roomId: wholeHouse.id, state: { on: true } });
        const { json } = await gateway.client.send(target, { method, headers, body: text });
        const isTold = Check(schema, JSON.parse(text));
        expect([text, json.msg, !MISFIT.includes(json.code)]).toEqual([text, json.msg, isTold]);
        seen.add(isTold);
      }),
      { numRuns: times(2_000), examples: [[TAKEN[operation]], ["neither"]] },
    );
    expect([...seen].sort()).toEqual([false, true]);
  },
);
