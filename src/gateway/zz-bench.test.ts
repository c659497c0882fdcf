import { Journal } from "../present/journal.ts";
import { test } from "vitest";
import { MemoryStore } from "../store/memory-store.ts";
import { aDevice, aLight } from "../../test/support/builders.ts";
import { ManualClock } from "../../test/support/manual-clock.ts";
import { FOUNDED } from "../../test/support/founded-home.ts";
import { WireEvents } from "../present/events.ts";
import { Gateway } from "./gateway.ts";
import { idFrom } from "../home/ids.ts";
import { randomUUID } from "node:crypto";
test("bench", () => {
  for (const order of ["arrival","id", "arrival", "id"] as const) {
  const gateway = new Gateway({contents: FOUNDED, store: new MemoryStore(), clock: new ManualClock(), order});
  const events = new WireEvents(gateway.home); const journal = new Journal(0);
  gateway.watch(({replacements, because})=>{journal.append(events.of(replacements, because))});
  const t=process.cpuUsage();
  for (let i=0;i<5000;i++) { const id=idFrom<never>(randomUUID()); gateway.submit({kind:"deviceJoined", device:aDevice({id,lightIds:[id]}), lights:[aLight({id,deviceId:id})], syncBox:null}); }
  console.log(order,"5000 joins, ms", process.cpuUsage(t).user/1000);
  }
}, 200000);
