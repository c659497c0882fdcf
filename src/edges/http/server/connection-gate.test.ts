import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { UnprovenConnections } from "../../../shared/unproven-connections.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { ConnectionGate } from "./connection-gate.ts";
import { newConnectionTally } from "./connection-tally.ts";
import { Connections } from "./connections.ts";

function fullGate() {
  const connections = new Connections();
  const dropped: string[] = [];
  const gate = new ConnectionGate({
    limits: { ...HTTP_LIMITS, connections: 4, connectionsPerAddress: 2 },
    connections,
    unproven: new UnprovenConnections(100),
    tally: newConnectionTally(),
    isProxy: () => false,
    onAccepted: () => undefined,
  });
  const enter = (remoteAddress: string): boolean => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => undefined });
    const isIn = gate.enter(socket as unknown as Socket);
    const end = () => {
      dropped.push(remoteAddress);
      gate.leave(remoteAddress);
    };
    if (isIn) connections.add({ state: "idle", idleTicks: 0, end });
    return isIn;
  };
  for (const address of ["10.0.0.2", "10.0.0.3", "10.0.0.9", "10.0.0.9"]) expect(enter(address)).toBe(true);
  return { enter, dropped };
}

test("an address that has its share of connections costs nobody else one, however often it comes", () => {
  const { enter, dropped } = fullGate();
  expect([enter("10.0.0.9"), enter("10.0.0.9"), dropped]).toEqual([false, false, []]);
});

test("where all places are taken, an idle connection makes room for an address that has less than its share", () => {
  const { enter, dropped } = fullGate();
  expect([enter("10.0.0.4"), dropped.length]).toEqual([true, 1]);
});
