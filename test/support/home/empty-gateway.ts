import { Gateway } from "../../../src/core/gateway/gateway.ts";
import type { Change } from "../../../src/core/home/changes/change.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { MemoryStore } from "../../../src/edges/store/memory-store.ts";
import type { Clock } from "../../../src/shared/clock.ts";
import { ManualClock } from "../gateway/manual-clock.ts";

export const IDENTITY = { mac: "02:00:00:12:34:56", resetId: "0D6E7A1B-3C58-4F0E-9B7A-5D1C2E3F4A5B" };

export const NOTHING: HomeContents = {
  identity: IDENTITY,
  devices: [],
  lights: [],
  syncBoxes: [],
  rooms: [],
  scenes: [],
  keys: [],
};

/** A gateway with a home that is kept in memory, on a clock that the test drives. */
export const gatewayOf = (contents: HomeContents, clock: Clock = new ManualClock()): Gateway =>
  new Gateway({ contents, store: new MemoryStore(), clock });

export const emptyGateway = (clock?: Clock): Gateway => gatewayOf(NOTHING, clock);

/** A gateway whose home is made by these changes, each of which must be possible. */
export function gatewayWith(changes: readonly Change[], clock?: Clock): Gateway {
  const gateway = emptyGateway(clock);
  for (const change of changes) {
    const outcome = gateway.submit(change);
    if (outcome !== "done") throw new Error(`${change.kind} is ${outcome}`);
  }
  return gateway;
}
