import { expect, test } from "vitest";
import { aTrafficEntry } from "../../../../../test/support/page/traffic-entry.ts";
import { idsIn } from "./entry-ids.ts";

const LAMP = "888D095C-ACD9-5D50-9709-089657890EDC";
const ROOM = "11111111-ACD9-5D50-9709-089657890EDC";

test("a request is about what its path names, an event about what it tells of, each once", () => {
  const body = JSON.stringify({ id: LAMP, parent_id: ROOM });
  expect(
    idsIn(aTrafficEntry({ what: `PUT /light/${LAMP.toLowerCase()}`, body: JSON.stringify({ id: ROOM }) })),
  ).toEqual([LAMP]);
  expect(idsIn(aTrafficEntry({ kind: "event", what: "update light", body }))).toEqual([LAMP]);
  expect(idsIn(aTrafficEntry({ kind: "mqtt", what: "PUBLISH res/light/update", body: `[${body},${body}]` }))).toEqual([
    LAMP,
  ]);
  expect(idsIn(aTrafficEntry({ what: "GET /" }))).toEqual([]);
});
