import { expect, test } from "vitest";
import { Connections, type OpenConnection } from "./connections.ts";

/** A connection, and how it was ended. */
function aConnection(idleness: number | undefined): OpenConnection & { readonly ended: boolean[] } {
  const ended: boolean[] = [];
  return { idleness, ended, end: ({ atOnce }) => void ended.push(atOnce) };
}

test("the connection that has been idle for the longest makes room, of equals the oldest", () => {
  const connections = new Connections();
  const [short, long, equal] = [aConnection(1), aConnection(3), aConnection(3)];
  for (const connection of [short, long, equal]) connections.add(connection);
  expect([connections.endIdlest(), connections.endIdlest(), connections.endIdlest()]).toEqual([true, true, true]);
  expect([long.ended, equal.ended, short.ended]).toEqual([[true], [true], [true]]);
  expect(connections.endIdlest()).toBe(false);
});

test("a connection with a request in work makes room for nobody", () => {
  const connections = new Connections();
  const busy = aConnection(undefined);
  connections.add(busy);
  expect([connections.endIdlest(), busy.ended]).toEqual([false, []]);
});

test("once all are ended, one that comes after them is ended too", () => {
  const connections = new Connections();
  connections.end({ atOnce: false });
  const late = aConnection(0);
  connections.add(late);
  expect(late.ended).toEqual([false]);
});
