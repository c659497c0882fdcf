import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { InFlight, type InFlightLimits } from "./in-flight.ts";
import { success } from "./plain-responses.ts";

const KIB = 1024;
/** So little may be in flight before addresses are held to their shares that they always are. */
const LIMITS: InFlightLimits = { inFlightBytesPerAddress: 100 * KIB, inFlightBytes: 50 * KIB };

const responseOf = (bytes: number) => success([new Uint8Array(bytes)]);

function sendIn(
  inFlight: InFlight,
  response = responseOf(60 * KIB),
  { address = "a", connection = new EventEmitter(), onEnd = (): void => undefined } = {},
) {
  return inFlight.begin({ connection, address, response, bytes: response.body }, onEnd);
}

test("an address may have one response in flight whatever its size, and others while all are within its share", () => {
  const inFlight = new InFlight(LIMITS);
  expect(inFlight.hasRoomFor("a", 5_000 * KIB)).toBe(true);
  sendIn(inFlight);
  expect(inFlight.hasRoomFor("a", 41 * KIB)).toBe(false);
  expect(inFlight.hasRoomFor("a", 40 * KIB)).toBe(true);
  expect(inFlight.hasRoomFor("b", 5_000 * KIB)).toBe(true);
});

test("what nobody has measured counts as half of a share", () => {
  const inFlight = new InFlight(LIMITS);
  expect(inFlight.hasRoomFor("a")).toBe(true);
  sendIn(inFlight, responseOf(50 * KIB));
  expect(inFlight.hasRoomFor("a")).toBe(true);
  sendIn(inFlight, responseOf(KIB));
  expect(inFlight.hasRoomFor("a")).toBe(false);
});

test("what is small is sent to everybody", () => {
  const inFlight = new InFlight(LIMITS);
  sendIn(inFlight, responseOf(500 * KIB));
  expect(inFlight.hasRoomFor("a", 16 * KIB)).toBe(true);
});

test("one response in flight many times counts once", () => {
  const inFlight = new InFlight(LIMITS);
  const list = responseOf(60 * KIB);
  const sendings = [1, 2, 3].map(() => sendIn(inFlight, list));
  expect(inFlight.hasRoomFor("a", 40 * KIB)).toBe(true);
  for (const sending of sendings) sending.end();
  expect(inFlight.count).toBe(0);
});

test("an address may have more than its share while little is in flight", () => {
  const inFlight = new InFlight({ ...LIMITS, inFlightBytes: 400 * KIB });
  const sendings = [1, 2, 3].map(() => sendIn(inFlight));
  expect(inFlight.hasRoomFor("a", 90 * KIB)).toBe(true);
  sendIn(inFlight, responseOf(30 * KIB), { address: "b" });
  expect(inFlight.hasRoomFor("a", 90 * KIB)).toBe(false);
  sendings[0]?.end();
  expect(inFlight.hasRoomFor("a", 90 * KIB)).toBe(true);
});

test("of lists that follow one another, pages that they share count once, and nothing is left of those that were taken", () => {
  const inFlight = new InFlight(LIMITS);
  const shared = new Uint8Array(30 * KIB);
  const versions = [1, 2, 3].map(() => success([shared, new Uint8Array(5 * KIB)]));
  const sendings = versions.map((list, number) => sendIn(inFlight, list, { address: `${number}` }));
  expect(inFlight.isFull).toBe(false);
  const another = sendIn(inFlight, success([shared, new Uint8Array(5 * KIB)]), { address: "another" });
  expect(inFlight.isFull).toBe(true);
  for (const sending of [...sendings, another]) sending.end();
  sendIn(inFlight, responseOf(49 * KIB));
  expect(inFlight.isFull).toBe(false);
});

test("A9: a response on a connection that ends is over with it, once", () => {
  const inFlight = new InFlight(LIMITS);
  const connection = new EventEmitter();
  let ended = 0;
  const onEnd = () => {
    ended += 1;
  };
  const sending = sendIn(inFlight, responseOf(1), { connection, onEnd });
  sendIn(inFlight);
  connection.emit("close");
  sending.end();
  expect([ended, inFlight.count, connection.listenerCount("close")]).toEqual([1, 1, 0]);
});

test("what is in memory anyway takes nothing of a share", () => {
  const inFlight = new InFlight(LIMITS);
  const sendings = [1, 2].map(() => sendIn(inFlight, { ...responseOf(5_000 * KIB), isResident: true }));
  expect([inFlight.hasRoomFor("a", 5_000 * KIB), inFlight.isFull, inFlight.count]).toEqual([true, false, 2]);
  for (const sending of sendings) sending.end();
  expect([inFlight.isFull, inFlight.count]).toEqual([false, 0]);
});
