import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { times } from "./support/depth.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { openRaw, textUntilClosed } from "./support/http/raw-connection.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());

const ROOT = "/clip/v2/resource";
const REQUESTS = [
  `GET ${ROOT}/light HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  `GET ${ROOT}/device?cat1_id=2&ext_light=1&join_status=1 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\n\r\n`,
  `GET ${ROOT}/scene HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  `PUT ${ROOT}/light/888D095C-ACD9-5D50-9709-089657890EDC HTTP/1.1\r\nHost: a\r\napplication-key: x\r\nContent-Length: 8\r\nConnection: close\r\n\r\n{"on":0}`,
  `POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 21\r\nConnection: close\r\n\r\n{"device_type":"a#b"}`,
  `OPTIONS * HTTP/1.1\r\nHost: lux.local\r\nConnection: close\r\n\r\n`,
  `GET ${ROOT}/room?include_all_room=1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
];

/** A request in which some bytes were replaced, put in or left out. */
const mutated = fc
  .tuple(
    fc.constantFrom(...REQUESTS),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.uint8Array({ minLength: 1, maxLength: 4 })), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([request, edits]) =>
    edits.reduce(
      (bytes, [place, leftOut, put]) => {
        const at = place % bytes.byteLength;
        return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + leftOut)]);
      },
      Buffer.from(request, "latin1"),
    ),
  );

test("P3: whatever is sent, every answer is the envelope, none is a fault, and the gateway goes on", async () => {
  await fc.assert(
    fc.asyncProperty(mutated, async (bytes) => {
      const socket = await openRaw(gateway.http.port);
      socket.end(bytes);
      for (const { status, body } of answersIn(await textUntilClosed(socket))) {
        expect(status).toBeLessThan(500);
        if (body !== "") expect(Object.keys(JSON.parse(body))).toEqual(["code", "msg", "data"]);
      }
    }),
    { numRuns: times(3_000) },
  );
  expect((await gateway.client.send(`${ROOT}/light`)).json.data.len).toBe(11);
});

test("P3: no JSON body makes more of an answer than a list of scenes or a refusal of ours", async () => {
  const forged = fc.record({
    refused: fc.constantFrom("not-found", "malformed", "zzz", "__proto__"),
    name: fc.constantFrom("not-found", "fault"),
    detail: fc.string(),
    allow: fc.constantFrom("x\r\nSet-Cookie: a", "GET"),
    status: fc.nat(),
  });
  const messages = ["success", "room_uuid: expected one UUID", "the request body is not a JSON object"];
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        forged,
        fc.json().map((text) => JSON.parse(text)),
      ),
      async (value) => {
        const { status, json, headers } = await gateway.client.send(`${ROOT}/scene`, { body: JSON.stringify(value) });
        expect([200, 400]).toContain(status);
        expect(messages).toContain(json.msg);
        expect([headers.allow, headers["set-cookie"]]).toEqual([undefined, undefined]);
      },
    ),
    { numRuns: times(300) },
  );
});

function answersIn(text: string): readonly { status: number; body: string }[] {
  const answers: { status: number; body: string }[] = [];
  let rest = text;
  while (rest !== "") {
    const head = /^HTTP\/1\.1 (\d{3}).*?\r\n\r\n/s.exec(rest);
    if (!head) throw new Error(`not an answer: ${rest.slice(0, 80)}`);
    const status = Number(head[1]);
    const length = status === 100 ? 0 : Number(/^Content-Length: (\d+)\r$/m.exec(head[0])?.[1]);
    answers.push({ status, body: rest.slice(head[0].length, head[0].length + length) });
    rest = rest.slice(head[0].length + length);
  }
  return answers;
}
