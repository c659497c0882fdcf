import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { aTrafficEntry } from "../../../../../test/support/page/traffic-entry.ts";
import type { Session } from "../../access/session.ts";
import { HomeModel } from "../../model/home-model.ts";
import { keptTraffic } from "./kept-traffic.ts";

const FIRST = { endsAt: "2026-11-17T20:00:00.000Z" };
const SECOND = { endsAt: "2026-11-17T21:00:00.000Z" };

test.each([undefined, SECOND])(
  "what was seen is there for whoever comes back, and gone with the operator's session: then %j",
  (then) => {
    const session = signal<Session | undefined>(FIRST);
    const parts = { access: { session }, model: new HomeModel() };
    keptTraffic(parts).take([aTrafficEntry({})]);
    session.value = { ...FIRST };
    expect(keptTraffic(parts).shown.value).toHaveLength(1);
    session.value = then;
    expect(keptTraffic(parts).shown.value).toEqual([]);
  },
);
