import { describe, expect, test } from "vitest";
import { BusyClock } from "../../../../../../test/support/gateway/busy-clock.ts";
import { SerialQueue } from "../../serial-queue.ts";
import { Inbox } from "./inbox.ts";

/** An inbox whose messages take so many steps each, on a clock that passes with every look at it. */
function inboxWith({ steps = 1 } = {}) {
  const clock = new BusyClock();
  const handled: string[] = [];
  const queue = new SerialQueue({ clock, batch: (act) => void act(), onFault: () => undefined });
  const inbox = new Inbox(queue, function* (queued) {
    for (let step = 0; step < steps; step += 1) yield;
    handled.push(`${queued.message.topic} ${Buffer.from(queued.message.payload).toString("latin1").slice(0, 80)}`);
    queued.release();
  });
  const add = (topic: string, payload: string | Buffer) =>
    inbox.add({ topic, payload: Buffer.from(payload), isRetained: false });
  return { clock, inbox, handled, add };
}

const isSettled = async (promise: Promise<void> | undefined): Promise<boolean> =>
  (await Promise.race([promise?.then(() => "settled"), new Promise((resolve) => setImmediate(resolve))])) === "settled";

const state = (brightness: number) => JSON.stringify({ state: "ON", brightness });

describe("an inbox", () => {
  test("takes so many messages in one turn of the event loop, and the next ones in the next", async () => {
    const { clock, add } = inboxWith();
    const rooms = Array.from({ length: 100 }, (_, at) => add(`Lamp ${at}`, state(at)));
    expect(rooms.slice(0, 99)).toEqual(Array.from({ length: 99 }, () => undefined));
    const room = rooms.at(-1);
    expect(await isSettled(room)).toBe(false);
    clock.turn();
    expect(await isSettled(room)).toBe(true);
    expect(add("Lamp 1", state(1))).toBeUndefined();
  });

  test("keeps the latest of each device that is not handled yet, in the place of the first", () => {
    const { clock, handled, add } = inboxWith({ steps: 5 });
    void add("bridge/logging", "busy");
    for (let round = 1; round <= 50; round += 1) for (const lamp of ["a", "b"]) void add(lamp, state(round));
    clock.settle();
    expect(handled.slice(1)).toEqual([`a ${state(50)}`, `b ${state(50)}`]);
  });

  test("keeps each where one does not say all that the other said, where the lamp was turned off, and behind a list", () => {
    const { clock, handled, add } = inboxWith({ steps: 5 });
    const said = [
      ["a", '{"state":"ON","brightness":1}'],
      ["a", '{"state":"ON"}'],
      ["a", '{"state":"OFF"}'],
      ["bridge/devices", "[]"],
      ["a", '{"state":"OFF"}'],
      ["a", ""],
      ["a", '{"state":"OFF"}'],
    ] as const;
    for (const [topic, payload] of said) void add(topic, payload);
    clock.settle();
    expect(handled).toEqual(said.map(([topic, payload]) => `${topic} ${payload}`));
  });

  test("takes nothing more while it holds a long list, until the list is parsed and let go", async () => {
    const { clock, handled, add } = inboxWith({ steps: 50 });
    const list = Buffer.alloc(9 * 1024 * 1024, " ");
    const room = add("bridge/devices", list);
    for (let turn = 0; turn < 10; turn += 1) clock.turn();
    expect(await isSettled(room)).toBe(false);
    expect(handled).toEqual([]);
    clock.settle();
    expect(handled).toHaveLength(1);
    expect(await isSettled(room)).toBe(true);
  });

  test("holds so many messages of different devices, and then has the broker wait", async () => {
    const { clock, add } = inboxWith({ steps: 1_000_000 });
    let room: Promise<void> | undefined;
    for (let at = 0; at < 20_001; at += 1) {
      room = add(`Lamp ${at}`, state(1));
      if (at % 100 === 99) clock.turn();
    }
    clock.turn();
    expect(await isSettled(room)).toBe(false);
  });

  test("lets go of a broker that waits when it is closed", async () => {
    const { inbox, add } = inboxWith({ steps: 1_000 });
    const room = add("bridge/devices", Buffer.alloc(9 * 1024 * 1024, " "));
    inbox.close();
    expect(await isSettled(room)).toBe(true);
  });
});
