import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { PutWindow } from "./put-window.ts";

const FIRST = 32;
const MOST = 256;

test("a window begins small, and grows by one with each acknowledgement up to a limit", () => {
  const window = new PutWindow();
  expect(window.size).toBe(FIRST);
  window.acknowledged(0, 1_000);
  expect(window.size).toBe(FIRST + 1);
  for (let puts = 0; puts < 1_000; puts += 1) window.acknowledged(0, 10);
  expect(window.size).toBe(MOST);
});

test("a whole window of puts that come late or not at all halves it once", () => {
  const window = new PutWindow();
  for (let puts = 0; puts < FIRST; puts += 1) window.acknowledged(puts, 1_100 + puts);
  expect(window.size).toBe(FIRST / 2);
  for (let puts = 0; puts < FIRST; puts += 1) window.unanswered(puts, 5_000 + puts);
  expect(window.size).toBe(FIRST / 2);
  for (let puts = 0; puts < FIRST; puts += 1) window.unanswered(5_200, 10_200);
  expect(window.size).toBe(FIRST / 4);
});

test("a connection that is new begins with no more than a new window has", () => {
  const window = new PutWindow();
  for (let puts = 0; puts < MOST; puts += 1) window.acknowledged(0, 10);
  window.begin();
  expect(window.size).toBe(FIRST);
  for (let seconds = 0; seconds < 10; seconds += 1) window.unanswered(seconds * 1_000, seconds * 1_000);
  window.begin();
  expect(window.size).toBe(1);
});

const TICK_MILLIS = 10;
const TIMEOUT_MILLIS = 5_000;
const HOLD_OFF_MILLIS = 200;

interface SimulatedPut {
  readonly gateway: SimulatedGateway;
  readonly sentAtMillis: number;
  isOver: boolean;
}

class SimulatedGateway {
  readonly window = new PutWindow();
  inFlight = 0;
  waitsUntilMillis = 0;
}

/** Gateways that always have something to put, at a cluster that stores so many a second, in the order in which they come. */
class SimulatedCluster {
  readonly gateways: readonly SimulatedGateway[];
  readonly #storedPerTick: number;
  #waiting: SimulatedPut[] = [];
  #sent: SimulatedPut[] = [];
  #nowMillis = 0;
  #share = 0;
  unanswered = 0;
  idleTicks = 0;

  constructor(gateways: number, storedPerSecond: number) {
    this.gateways = Array.from({ length: gateways }, () => new SimulatedGateway());
    this.#storedPerTick = (storedPerSecond * TICK_MILLIS) / 1_000;
  }

  pass(millis: number): void {
    this.unanswered = 0;
    this.idleTicks = 0;
    for (const end = this.#nowMillis + millis; this.#nowMillis < end; this.#nowMillis += TICK_MILLIS) this.#tick();
  }

  #tick(): void {
    for (const gateway of this.gateways) this.#send(gateway);
    this.#share += this.#storedPerTick;
    const stored = this.#waiting.splice(0, Math.floor(this.#share));
    if (stored.length < Math.floor(this.#share)) this.idleTicks += 1;
    this.#share %= 1;
    for (const put of stored) {
      if (!put.isOver) put.gateway.window.acknowledged(put.sentAtMillis, this.#nowMillis);
      this.#end(put);
    }
    this.#giveUp();
  }

  #send(gateway: SimulatedGateway): void {
    if (this.#nowMillis < gateway.waitsUntilMillis) return;
    for (; gateway.inFlight < gateway.window.size; gateway.inFlight += 1) {
      const put = { gateway, sentAtMillis: this.#nowMillis, isOver: false };
      this.#waiting.push(put);
      this.#sent.push(put);
    }
  }

  /** The cluster stores what was given up all the same. */
  #giveUp(): void {
    const isLate = ({ sentAtMillis }: SimulatedPut) => this.#nowMillis - sentAtMillis >= TIMEOUT_MILLIS;
    const firstInTime = this.#sent.findIndex((put) => !isLate(put));
    for (const put of this.#sent.splice(0, firstInTime < 0 ? this.#sent.length : firstInTime)) {
      if (put.isOver) continue;
      this.#end(put);
      this.unanswered += 1;
      put.gateway.window.unanswered(put.sentAtMillis, this.#nowMillis);
      put.gateway.waitsUntilMillis = this.#nowMillis + HOLD_OFF_MILLIS;
    }
  }

  #end(put: SimulatedPut): void {
    if (!put.isOver) put.gateway.inFlight -= 1;
    put.isOver = true;
  }
}

test("however many gateways join at once, in the end every put is acknowledged in time, and the cluster has enough to do", () => {
  // A window is one put or more: a cluster that stores less than two a second for each gateway is too small for them.
  const anyFleet = fc
    .record({ gateways: fc.integer({ min: 1, max: 200 }), storedPerSecond: fc.integer({ min: 200, max: 1_000 }) })
    .filter(({ gateways, storedPerSecond }) => gateways <= storedPerSecond / 2);
  fc.assert(
    fc.property(anyFleet, ({ gateways, storedPerSecond }) => {
      const cluster = new SimulatedCluster(gateways, storedPerSecond);
      cluster.pass(60_000);
      cluster.pass(20_000);
      for (const { window } of cluster.gateways) {
        expect(window.size).toBeGreaterThanOrEqual(1);
        expect(window.size).toBeLessThanOrEqual(MOST);
      }
      expect({ unanswered: cluster.unanswered, idleTicks: cluster.idleTicks }).toEqual({ unanswered: 0, idleTicks: 0 });
    }),
    { numRuns: times(20) },
  );
});
