import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { DrivenClock, startTestGateway } from "../src/libraries/testing/index.ts";
import { HttpReader, type Piece } from "../src/libraries/testing/relay/http-reader.ts";
import { MqttSubscriber } from "./support/events/mqtt-subscriber.ts";
import { openRaw, textUntilClosed } from "./support/http/raw-connection.ts";
import { UdpClient } from "./support/network/udp-client.ts";

async function started() {
  const clock = new DrivenClock();
  const gateway = await startTestGateway({ clock });
  const udp = await UdpClient.open();
  onTestFinished(async () => {
    await udp.close();
    await gateway.stop();
  });
  return { gateway, clock, udp, ask: () => udp.send('{"op":101}', gateway.ports.discovery) };
}

const aWord = fc.stringMatching(/^[a-z]{1,8}$/);
const aBody = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));

/** A message in bytes, what it is, and how its body comes. */
const aMessage = fc
  .record({ path: aWord, header: aWord, body: aBody, chunks: fc.constantFrom(0, 1, 7) })
  .map((made) => {
    const { path, header, body, chunks } = made;
    const parts: Buffer[] = [];
    for (let at = 0; chunks > 0 && at < body.length; at += chunks) {
      const part = body.subarray(at, at + chunks);
      parts.push(Buffer.from(`${part.length.toString(16)};x=y\r\n`), part, Buffer.from("\r\n"));
    }
    const length = chunks === 0 ? `Content-Length: ${body.length}` : "Transfer-Encoding: chunked";
    const head = Buffer.from(`POST /${path} HTTP/1.1\r\nX-A: ${header}\r\n${length}\r\n\r\n`);
    const bytes = chunks === 0 ? [head, body] : [head, ...parts, Buffer.from("0\r\nX-After: 1\r\n\r\n")];
    return { path, header, body, bytes: Buffer.concat(bytes) };
  });

function read(bytes: Buffer, cuts: readonly number[]): readonly Piece[] {
  const reader = new HttpReader(() => "length");
  const pieces: Piece[] = [];
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other);
  [...places, bytes.length].forEach((end, index) => {
    reader.push(bytes.subarray(places[index - 1] ?? 0, end));
    for (let piece = reader.next(); piece; piece = reader.next()) pieces.push(piece);
  });
  return pieces;
}

test("messages are told apart however their bytes are cut up, and no byte is another", () => {
  fc.assert(
    fc.property(fc.array(aMessage, { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 20 }), (messages, cuts) => {
      const all = Buffer.concat(messages.map(({ bytes }) => bytes));
      const pieces = read(all, cuts);
      expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).equals(all)).toBe(true);
      const heads = pieces.flatMap((piece) => (piece.kind === "head" ? [piece.head] : []));
      expect(heads.map(({ line, headers }) => [line[1], headers["x-a"]])).toEqual(
        messages.map(({ path, header }) => [`/${path}`, header]),
      );
      const bodies = Buffer.concat(pieces.flatMap((piece) => (piece.kind === "body" ? [piece.data] : [])));
      expect(bodies.equals(Buffer.concat(messages.map(({ body }) => body)))).toBe(true);
      expect(pieces.filter(({ kind }) => kind === "end")).toHaveLength(messages.length);
    }),
  );
});

test("whatever comes, every byte is passed on in the end", () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    aMessage.map(({ bytes }) => bytes),
    fc.constantFrom(
      ...["GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "\r\n\r\n\r\n", "A B\nC: D\n\n"].map(
        Buffer.from,
      ),
    ),
  );
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 9 }), (parts, cuts) => {
      const all = Buffer.concat(parts);
      const reader = new HttpReader(() => "length");
      const passed = read(all, cuts).map(({ bytes }) => bytes);
      const length = passed.reduce((sum, bytes) => sum + bytes.length, 0);
      reader.push(all.subarray(length));
      reader.passThrough();
      expect(Buffer.concat([...passed, reader.next()?.bytes ?? Buffer.alloc(0)]).equals(all)).toBe(true);
    }),
  );
});

test("what is no HTTP gets the gateway's own answer", async () => {
  const { gateway } = await started();
  const socket = await openRaw(gateway.ports.http);
  socket.write("what is this\r\n\r\n");
  expect(await textUntilClosed(socket)).toMatch(/^HTTP\/1\.1 400 .*"code":-400/s);
});

test("requests in one go are answered in turn, a body and a half-closed connection among them", async () => {
  const { gateway } = await started();
  const socket = await openRaw(gateway.ports.http);
  const text = textUntilClosed(socket);
  const get = "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const post = 'POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 21\r\n\r\n{"device_type":"a#b"}';
  gateway.misbehave({ on: { path: "/nowhere", times: 1 }, as: { kind: "answer", status: 500 } });
  socket.end(get + post + get);
  const codes = [...(await text).matchAll(/"code":(-?\d+)/g)].map(([, code]) => Number(code));
  expect(codes).toEqual([-500, -423, -1]);
  expect(gateway.requests.map(({ status }) => status)).toEqual([500, 200, 404]);
});

test("answers to discovery are lost, come twice, late, or broken", async () => {
  const { gateway, clock, udp, ask } = await started();
  const on = { door: "discovery", times: 1 } as const;
  gateway.misbehave({ on, as: { kind: "lose" } });
  gateway.misbehave({ on, as: { kind: "malformed-json" } });
  gateway.misbehave({ on, as: { kind: "duplicate" } });
  await ask();
  await ask();
  const broken = await udp.next();
  expect(() => JSON.parse(broken)).toThrow();
  expect(JSON.parse(`${broken}}`).op).toBe(102);
  await ask();
  const [first, second] = [await udp.next(), await udp.next()];
  expect(second).toBe(first);
  gateway.misbehave({ on, as: { kind: "delay", millis: 700 } });
  await ask();
  await ask();
  expect(JSON.parse(await udp.next()).op).toBe(102);
  expect(udp.waiting).toEqual([]);
  clock.advance(700);
  expect(JSON.parse(await udp.next()).op).toBe(102);
});

test("MQTT passes through, and its connections are refused, cut and stalled", async () => {
  const { gateway, clock } = await started();
  const { mqtt } = gateway.ports;
  const switchLamp = () => {
    gateway.device("Reading lamp").switch();
    clock.advance(1);
  };
  const subscriber = await MqttSubscriber.listening(mqtt);
  switchLamp();
  expect((await subscriber.first(1))[0]?.topic).toBe("res/light/update");
  const closed = new Promise<void>((resolve) => subscriber.client.once("close", () => resolve()));
  gateway.misbehave({ on: { door: "mqtt", times: 1 }, as: { kind: "cut", afterBytes: 5 } });
  switchLamp();
  await closed;
  gateway.misbehave({ on: { door: "mqtt", times: 1 }, as: { kind: "refuse" } });
  await expect(MqttSubscriber.connect(mqtt)).rejects.toThrow();
  const other = await MqttSubscriber.listening(mqtt);
  gateway.misbehave({ on: { door: "mqtt", times: 1 }, as: { kind: "stall" } });
  switchLamp();
  const third = await MqttSubscriber.listening(mqtt);
  switchLamp();
  await third.first(1);
  expect(other.received).toEqual([]);
});

test("the body of a request is logged as it was sent, wherever it is torn", async () => {
  const { gateway } = await started();
  const body = '{"device_type":"Küche 💡#panel"}';
  const bytes = Buffer.from(body);
  const head = "POST /api HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
  const chunks = [...bytes].map((byte) =>
    Buffer.concat([Buffer.from("1\r\n"), Buffer.from([byte]), Buffer.from("\r\n")]),
  );
  const socket = await openRaw(gateway.ports.http);
  socket.write(Buffer.concat([Buffer.from(head), ...chunks, Buffer.from("0\r\n\r\n")]));
  await textUntilClosed(socket);
  expect(gateway.requests.map(({ body: logged }) => logged)).toEqual([body]);
});
