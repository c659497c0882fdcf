import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { PieceCounts } from "../read/piece-counts.ts";
import { InFlight, type InFlightLimits } from "./in-flight.ts";
import { success } from "./plain-responses.ts";

const KIB = 1024;
const LIMITS: InFlightLimits = {
  inFlightBytesPerAddress: 100 * KIB,
  unsharedBytes: 50 * KIB,
};

const responseOf = (bytes: number) => success([new Uint8Array(bytes)]);

function sendIn(
  inFlight: InFlight,
  response = responseOf(60 * KIB),
  { address = "a", connection = new EventEmitter(), onEnd = (): void => undefined } = {},
) {
  return inFlight.begin({ connection, address, response, pieces: response.body }, onEnd);
}

test("an address may have one response in flight whatever its size, and others while all are within its share", () => {
  const inFlight = new InFlight(LIMITS, new PieceCounts());
  expect(inFlight.hasRoomFor("a", 5_000 * KIB)).toBe(true);
  sendIn(inFlight);
  expect(inFlight.hasRoomFor("a", 41 * KIB)).toBe(false);
  expect(inFlight.hasRoomFor("a", 40 * KIB)).toBe(true);
  expect(inFlight.hasRoomFor("b", 5_000 * KIB)).toBe(true);
});

test("what nobody has measured counts as half of a share", () => {
  const inFlight = new InFlight(LIMITS, new PieceCounts());
  expect(inFlight.hasRoomFor("a")).toBe(true);
  sendIn(inFlight, responseOf(50 * KIB));
  expect(inFlight.hasRoomFor("a")).toBe(true);
  sendIn(inFlight, responseOf(KIB));
  expect(inFlight.hasRoomFor("a")).toBe(false);
});

test("what is small is sent to everybody", () => {
  const inFlight = new InFlight(LIMITS, new PieceCounts());
  sendIn(inFlight, responseOf(500 * KIB));
  expect(inFlight.hasRoomFor("a", 16 * KIB)).toBe(true);
});

test("one response in flight many times counts once", () => {
  const inFlight = new InFlight(LIMITS, new PieceCounts());
  const list = responseOf(60 * KIB);
  const sendings = [1, 2, 3].map(() => sendIn(inFlight, list));
  expect(inFlight.hasRoomFor("a", 40 * KIB)).toBe(true);
  for (const sending of sendings) sending.end();
  expect(inFlight.count).toBe(0);
});

test("other responses have room for as long as little is in flight that is not cached", () => {
  const counts = new PieceCounts();
  const inFlight = new InFlight(LIMITS, counts);
  const list = responseOf(60 * KIB);
  counts.replace([], list.body);
  sendIn(inFlight, list);
  expect(inFlight.hasRoomForOthers).toBe(true);
  counts.replace(list.body, []);
  expect(inFlight.hasRoomForOthers).toBe(false);
});

test("A9: a response on a connection that ends is over with it, once", () => {
  const inFlight = new InFlight(LIMITS, new PieceCounts());
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
  const counts = new PieceCounts();
  const inFlight = new InFlight(LIMITS, counts);
  const sendings = [1, 2].map(() => sendIn(inFlight, { ...responseOf(5_000 * KIB), isResident: true }));
  expect([inFlight.hasRoomFor("a", 5_000 * KIB), counts.unsharedBytes, inFlight.count]).toEqual([true, 0, 2]);
  for (const sending of sendings) sending.end();
  expect([counts.unsharedBytes, inFlight.count]).toEqual([0, 0]);
});
