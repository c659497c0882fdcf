import type { TrafficEntry } from "../../../src/programs/page/operator/page-commands.ts";

/** An entry of the traffic for tests. */
export const aTrafficEntry = (fields: Partial<TrafficEntry>): TrafficEntry => ({
  sequence: 1,
  at: "2026-11-17T08:00:00.000Z",
  kind: "request",
  from: "192.168.1.9",
  what: "GET /clip/v2/resource/light",
  bytes: 0,
  ...fields,
});
