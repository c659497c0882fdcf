import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { JsonSchema } from "../src/core/contract/openapi/document.ts";
import recorded from "../src/core/contract/openapi/examples.json" with { type: "json" };
import { OPERATIONS, type OperationName } from "../src/core/contract/operations.ts";
import { REFUSALS } from "../src/core/contract/refusals.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { times } from "./support/depth.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { ReadDocument } from "./support/http/read-document.ts";

const PATH = "/openapi.json";

let gateway: TestGateway;
let read: ReadDocument;
beforeAll(async () => {
  gateway = await runGateway();
  read = new ReadDocument((await gateway.client.send(PATH)).bytes.toString("utf8"));
  return gateway.stop;
});

test("G75: GET /openapi.json is the interface as OpenAPI 3.1, with a tag, packed for those who ask", async () => {
  const whole = await gateway.client.send(PATH);
  expect([whole.status, whole.headers["content-type"]]).toEqual([200, "application/json"]);
  expect(read.document.openapi).toBe("3.1.1");
  const tag = whole.headers.etag ?? "";
  expect((await gateway.client.send(PATH, { headers: { "If-None-Match": tag } })).status).toBe(304);
  const packed = await gateway.client.send(PATH, { headers: { "Accept-Encoding": "gzip" } });
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", etag: tag.replace(/"$/, '-gzip"') });
  expect(gunzipSync(packed.bytes)).toEqual(whole.bytes);
});

test("G75: where every read needs a key, so does the document", async () => {
  const shared = await runGateway({ profile: "shared" });
  try {
    expect((await shared.client.send(PATH)).json.code).toBe(REFUSALS["key-needed"].code);
    const { key } = await PairedClient.of(shared);
    const { status, json } = await shared.client.send(PATH, { headers: { "application-key": key } });
    expect([status, json]).toEqual([200, read.document]);
  } finally {
    await shared.stop();
  }
});

test("the document has every operation of the contract and no other, each with its parameters", () => {
  const expected = Object.entries(OPERATIONS).map(([name, { method, path, query }]) => {
    const parameters = [...(path.includes(":id") ? ["id"] : []), ...Object.keys(query)];
    return [name, method, path.replace(":id", "{id}"), parameters];
  });
  const found = [...read.operations.values()].map(({ operationId, method, path, parameters }) => {
    const names = parameters.flatMap((parameter) => ("$ref" in parameter ? [] : [parameter.name]));
    return [operationId, method, path, names];
  });
  expect(found.sort()).toEqual(expected.sort());
});

test("every number is an integer, as the interface has no others", () => {
  const kinds = new Set<unknown>();
  const look = (value: unknown, parent: string) => {
    if (typeof value !== "object" || value === null) return;
    const { type, const: constant } = value as JsonSchema;
    if (parent !== "properties" && (typeof constant === "number" || type === "number")) kinds.add(type);
    for (const [key, inner] of Object.entries(value)) if (!/^examples?$/.test(key)) look(inner, key);
  };
  look(read.document, "");
  expect([...kinds]).toEqual(["integer"]);
});

test("every refusal is listed with its status and its code", () => {
  for (const { status, code } of Object.values(REFUSALS)) {
    const answer = { status, json: { code, msg: "no", data: {} } };
    expect([code, [...read.operations.keys()].some((name) => read.allows(name, answer))]).toEqual([code, true]);
    expect(read.document.info.description).toContain(`| ${status} | ${code} |`);
  }
});

test("a body gives the parameters of the list of scenes, though it is a GET, and need not be there", () => {
  const { requestBody } = read.operations.get("listScenes") ?? {};
  expect(requestBody?.required).toBe(false);
  const schema = read.whole(requestBody?.content["application/json"]?.schema ?? {});
  expect(Object.keys(schema.properties ?? {})).toEqual(["room_uuid"]);
});

test("the misspelt field is declared as it is spelt", () => {
  const { data: record } = read.document["x-udp-discovery"].reply.properties ?? {};
  expect(record?.required).toContain("link_remian_ms");
  expect(read.document.info.description).toContain("link_remian_ms");
});

test("every field of every object says what it means", () => {
  const silent = Object.entries(read.document.components.schemas).flatMap(([name, schema]) =>
    fieldsOf(schema).flatMap(([field, { description }]) => (description ? [] : [`${name}.${field}`])),
  );
  expect(silent).toEqual([]);
});

const fieldsOf = ({ properties = {} }: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(properties);

test("every recorded answer is an example in the document", () => {
  for (const { operation, name, status, answer } of recorded) {
    const media = Object.values(read.response(operation, status)?.content ?? {});
    expect([operation, name, media.map(({ examples }) => examples?.[name]?.value)]).toEqual([
      operation,
      name,
      expect.arrayContaining([answer]),
    ]);
  }
});

test("whatever is asked, the gateway answers as the document says", async () => {
  const { key } = await PairedClient.of(gateway);
  const { devices, lights, syncBoxes, rooms, scenes } = gateway.gateway.home;
  const ids = [devices, lights, syncBoxes, rooms, scenes].flatMap((some) => some.all().map(({ id }): string => id));
  const names = (Object.keys(OPERATIONS) as OperationName[]).filter(
    (name) => !["getPicture", "watchEvents"].includes(name),
  );
  const anyBody = fc.oneof(fc.constantFrom("", "{}", "[", '{"on":1}', '{"color_x":1}', '{"room_uuid":""}'), fc.json());
  const anyRequest = fc.record({
    name: fc.constantFrom(...names),
    id: fc.constantFrom(...ids, "no-one"),
    value: fc.constantFrom("", "0", "1", "2,3", "maybe", ...ids),
    key: fc.constantFrom(undefined, "", "wrong", key),
    body: anyBody,
  });
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ name, id, value, key, body }) => {
      const { method, path, query } = OPERATIONS[name];
      const queryText = Object.keys(query).map((parameter) => `${parameter}=${value}`);
      const answer = await gateway.client.send(`${path.replace(":id", id)}?${queryText.join("&")}`, {
        method,
        headers: key === undefined ? {} : { "application-key": key },
        body,
      });
      expect([answer.json, read.allows(name, answer)]).toEqual([answer.json, true]);
    }),
    { numRuns: times(400) },
  );
});
