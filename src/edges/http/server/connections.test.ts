import { expect, test } from "vitest";
import { Connections, type OpenConnection } from "./connections.ts";

/** A connection, and how it was ended. */
function aConnection(state: OpenConnection["state"], idleTicks = 0): OpenConnection & { readonly ended: boolean[] } {
  const ended: boolean[] = [];
  return { state, idleTicks, ended, end: ({ atOnce }) => void ended.push(atOnce) };
}

test("the connection that has been idle for the longest makes room, of equals the oldest", () => {
  const connections = new Connections();
  const all = [aConnection("idle", 1), aConnection("idle", 3), aConnection("idle", 3), aConnection("idle", 0)];
  for (const connection of all) connections.add(connection);
  const order: number[] = [];
  while (connections.makeRoom()) order.push(all.findIndex(({ ended }, at) => ended.length > 0 && !order.includes(at)));
  expect(order).toEqual([1, 2, 0, 3]);
});

test("where none is idle, the oldest whose client has not taken its response makes room", () => {
  const connections = new Connections();
  const [working, older, newer] = [aConnection("working"), aConnection("sending"), aConnection("sending")];
  for (const connection of [working, older, newer]) connections.add(connection);
  expect([connections.makeRoom(), older.ended, newer.ended]).toEqual([true, [true], []]);
});

test("a connection with a request in work makes room for nobody", () => {
  const connections = new Connections();
  const busy = aConnection("working");
  connections.add(busy);
  expect([connections.makeRoom(), busy.ended]).toEqual([false, []]);
});

test("once all are ended, one that comes after them is ended too", () => {
  const connections = new Connections();
  connections.end({ atOnce: false });
  const late = aConnection("idle");
  connections.add(late);
  expect(late.ended).toEqual([false]);
});
