import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { eventIn, LastValueFold, readForMqtt } from "../../../../test/support/events/mqtt-fold.ts";
import { LoggedGateway } from "../../../../test/support/events/mqtt-gateway.ts";
import { anyChange } from "../../../../test/support/home/any-change.ts";
import { aDevice, aRoom } from "../../../../test/support/home/builders.ts";
import { FURNISHED } from "../../../../test/support/home/furnished-home.ts";
import { idAt } from "../../../../test/support/home/lit-home.ts";
import type { Change } from "../../../core/home/changes/change.ts";
import { idFrom, type RoomId } from "../../../core/home/model/ids.ts";
import { Message } from "../messages/message.ts";
import { DeliveryCursor } from "./delivery-cursor.ts";

const ORIGIN = "http://gateway.test";
const WINDOW = { messages: 5, bytes: 100_000 };

interface Step {
  readonly changes: readonly Change[];
  /**
   * How many messages go out, how many of those arrive, and of how many of those we hear so, before the connection is
   * cut.
   */
  readonly sent: number;
  readonly arrived: number;
  readonly acknowledged: number;
  readonly isCut: boolean;
}

/** Somebody who is told over connections that break, and a home that changes meanwhile. */
class Listener {
  readonly mqtt: LoggedGateway;
  readonly cursor: DeliveryCursor;
  readonly fold: LastValueFold;
  readonly received: Message[] = [];
  #inFlight: Message[] = [];

  constructor(remembered: number) {
    this.mqtt = new LoggedGateway(FURNISHED, { events: remembered, length: 1_000_000 });
    this.cursor = new DeliveryCursor(this.mqtt.gateway.home, this.mqtt.messages, WINDOW);
    this.fold = new LastValueFold(this.reads);
  }

  get reads() {
    return readForMqtt(this.mqtt.gateway.home, ORIGIN);
  }

  make(...changes: readonly Change[]): void {
    for (const change of changes) this.mqtt.gateway.submit(change);
  }

  take({ sent, arrived, acknowledged, isCut }: Step): void {
    for (let count = 0; count < sent; count += 1) {
      const message = this.#next();
      if (!message) break;
      this.#inFlight.push(message);
    }
    const here = this.#inFlight.slice(0, arrived);
    for (const message of here.slice(0, acknowledged)) this.#receive(message, true);
    this.#inFlight = this.#inFlight.slice(Math.min(acknowledged, here.length));
    if (!isCut) return;
    for (const message of here.slice(acknowledged)) this.#receive(message, false);
    this.#inFlight = [];
    this.cursor.interrupt();
  }

  takeAll(): void {
    const all = { changes: [], sent: 5, arrived: 5, acknowledged: 5, isCut: false };
    while (this.#inFlight.length > 0 || this.#isMore()) this.take(all);
  }

  /** However many turns of the event loop it takes to find. */
  #next(): Message | undefined {
    let message = this.cursor.next();
    while (message === "later") message = this.cursor.next();
    return message;
  }

  #isMore(): boolean {
    const message = this.#next();
    if (message) this.#inFlight.push(message);
    return message !== undefined;
  }

  #receive(message: Message, isAcknowledged: boolean): void {
    this.received.push(message);
    this.fold.apply(eventIn({ topic: message.topic, payload: message.payloadFor(ORIGIN).toString("utf8") }));
    if (isAcknowledged) this.cursor.acknowledge(message);
  }
}

const few = fc.nat({ max: 6 });
const anySteps = fc.array(
  fc.record({
    changes: fc.array(anyChange, { maxLength: 6 }),
    ...{ sent: few, arrived: few, acknowledged: few, isCut: fc.boolean() },
  }),
  { maxLength: 12 },
);

describe("whoever is sent through interruptions", () => {
  test.each([3, 1_000])(
    "ends up knowing what the reads answer, with %i messages remembered",
    (remembered) => {
      fc.assert(
        fc.property(anySteps, (steps) => {
          const listener = new Listener(remembered);
          for (const step of steps) {
            listener.make(...step.changes);
            listener.take(step);
          }
          listener.takeAll();
          expect(listener.fold.lists).toEqual(listener.reads);
        }),
        { numRuns: times(1_000) },
      );
    },
    60_000,
  );

  const room = (number: number): Change => {
    const id = idFrom<RoomId>(`F0000000-0000-4000-8000-${String(number).padStart(12, "0")}`);
    return { kind: "roomAdded", room: aRoom({ id, groupLightId: idFrom(id), name: `Room ${number}` }) };
  };
  const roomsIn = (messages: readonly Message[]) =>
    messages.flatMap(({ topic, about }) => (topic === "res/room/add" ? Number(about.slice(-3)) : []));

  test("receives everything in its order, and twice only what was under way", () => {
    const listener = new Listener(1_000);
    listener.takeAll();
    listener.make(...Array.from({ length: 20 }, (_, at) => room(at)));
    listener.take({ changes: [], sent: 5, arrived: 5, acknowledged: 2, isCut: true });
    listener.take({ changes: [], sent: 5, arrived: 1, acknowledged: 0, isCut: true });
    listener.takeAll();
    const rest = Array.from({ length: 18 }, (_, at) => at + 2);
    expect(roomsIn(listener.received)).toEqual([0, 1, 2, 3, 4, 2, ...rest]);
  });

  test("receives the whole home when too much was missed: what is gone, what is new, and every field of the rest", () => {
    const listener = new Listener(3);
    listener.takeAll();
    listener.make({ kind: "deviceLeft", deviceId: idFrom("10000000-0000-4000-8000-000000000000") });
    listener.make(...Array.from({ length: 4 }, (_, at) => room(at)));
    const before = listener.received.length;
    listener.takeAll();
    const whole = listener.received.slice(before);
    const topics = new Set(whole.map(({ topic }) => topic));
    expect([...topics].toSorted()).toEqual([
      "res/device/remove",
      "res/device/update",
      "res/light/remove",
      "res/light/update",
      "res/room/add",
      "res/room/update",
      "res/scene/update",
      "res/sync/update",
    ]);
    const updated =
      whole
        .find(({ topic }) => topic === "res/light/update")
        ?.payloadFor(ORIGIN)
        .toString("utf8") ?? "";
    const [{ id, value }] = JSON.parse(updated);
    expect(listener.reads.light.find((light) => light.id === id)).toEqual({ id, type: "light", ...value });
  });

  test("receives the whole home at the beginning: who was told before us may have missed something", () => {
    const listener = new Listener(1_000);
    listener.takeAll();
    expect(new Set(listener.received.map(({ action }) => action))).toEqual(new Set(["update"]));
    expect(listener.received).toHaveLength(Object.values(listener.reads).flat().length);
  });

  test("is given no more at a time than may be under way", () => {
    const listener = new Listener(1_000);
    const given = Array.from({ length: 20 }, () => listener.cursor.next()).filter(
      (message) => message instanceof Message,
    );
    expect(given).toHaveLength(5);
    const [first] = given;
    if (first) listener.cursor.acknowledge(first);
    expect(listener.cursor.next()).toBeDefined();
    expect(listener.cursor.next()).toBeUndefined();
  });

  test("is sent the whole home a little at a time: a large home is looked through in steps", () => {
    const lamps = Array.from({ length: 5_000 }, (_, number) => aDevice({ id: idAt(`${number}`), lightIds: [] }));
    const mqtt = new LoggedGateway({ ...FURNISHED, devices: [...FURNISHED.devices, ...lamps] });
    const cursor = new DeliveryCursor(mqtt.gateway.home, mqtt.messages, WINDOW);
    let turns = 0;
    while (cursor.next() === "later") turns += 1;
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});
